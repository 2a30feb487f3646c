// The findings of `sinew check --format html` next to the viewer. A finding's button shows its time, joint and view.

/**
 * @typedef {{code: string, severity: string, text: string, where: string, command: string, clip: string | null,
 *   node: string | null, time: number | null, view: string | null}} Finding
 * @typedef {{name: string, verdict: string, findings: Finding[]}} CheckedFile
 */

/** Goes to the address that shows a finding. @param {string} file @param {Finding} finding */
function showFinding(file, finding) {
  const words = new URLSearchParams({ file, view: finding.view ?? 'default', at: String(finding.time ?? 0), joint: finding.node ?? '' });
  if (finding.clip !== null) words.set('clip', finding.clip);
  location.hash = words.toString();
}

/** @param {CheckedFile} file @param {Finding} finding */
function makeFinding(file, finding) {
  const place = finding.where ? `${finding.where}: ` : '', text = `${finding.code} ${place}${finding.text}`;
  const isShown = data.files.some(one => one.name === file.name);
  const item = isShown ? makeItem(text, NONE, () => showFinding(file.name, finding)) : document.createElement('li');
  if (!isShown) item.textContent = text;
  item.className = finding.severity;
  item.title = finding.command;
  return item;
}

const MOST_FINDINGS = 100; // findings of a file that are listed at first; a button lists the others

/** Lists all findings. Findings of files that are not in the page are plain text. */
function fillReport() {
  find('report-part').hidden = !data.report;
  if (!data.report) return;
  document.body.classList.add('report');
  const files = data.report;
  fillRows(find('report'), files.length, 0, row => {
    const file = files[row], part = document.createElement('div'), heading = document.createElement('h3'), list = document.createElement('ul');
    heading.textContent = `${file.name}: ${file.verdict}`;
    fillRows(list, file.findings.length, 0, i => makeFinding(file, file.findings[i]), MOST_FINDINGS);
    part.append(heading, list);
    return part;
  });
}
