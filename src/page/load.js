// What a page runs first: it unpacks the script, which is half as large as the rest of the page's own text.
(async () => {
  /** @param {string} id */
  const find = id => /** @type {HTMLElement} */ (document.getElementById(id));
  try {
    const packed = Uint8Array.from(atob(find('script').textContent ?? ''), c => c.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
    const script = document.createElement('script');
    script.textContent = await new Response(stream).text();
    document.body.append(script);
  } catch {
    find('sentence').textContent = 'This page needs a browser of the year 2023 or later.'; // Firefox 113 was the last to unpack gzip
  }
})();
