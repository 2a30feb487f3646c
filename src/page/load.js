// The first script of a page: unpacks the main script, which is stored at half its size. If the page was cut off while saving, this script,
// which comes first, is still complete and reports the damage.
addEventListener('DOMContentLoaded', async () => {
  /** @param {string} id */
  const find = id => /** @type {HTMLElement} */ (document.getElementById(id));
  try {
    JSON.parse(find('data').textContent ?? ''); // the main script needs these data first
    const packed = Uint8Array.from(atob(find('script').textContent ?? ''), c => c.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
    const script = document.createElement('script');
    script.textContent = await new Response(stream).text();
    document.body.append(script);
  } catch {
    find('sentence').textContent = 'This page is damaged, or the browser is older than 2023.'; // Firefox 113 (2023) was the last browser to get DecompressionStream
  }
});
