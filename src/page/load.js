// The first script of a page: unpacks the main script, which is half as large then. It comes before all that may be cut off.
addEventListener('DOMContentLoaded', async () => {
  /** @param {string} id */
  const find = id => /** @type {HTMLElement} */ (document.getElementById(id));
  try {
    JSON.parse(find('data').textContent ?? ''); // the data that the script reads first
    const packed = Uint8Array.from(atob(find('script').textContent ?? ''), c => c.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
    const script = document.createElement('script');
    script.textContent = await new Response(stream).text();
    document.body.append(script);
  } catch {
    find('sentence').textContent = 'This page is damaged, or the browser is older than 2023.'; // Firefox 113 was the last to unpack gzip
  }
});
