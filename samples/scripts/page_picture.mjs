// page_picture.mjs PAGE OUT.png: the picture of docs/17-page.md: a page in Chromium, with the curves of a joint.
import { openPage } from '../../tests/page/browser.mjs';

const [file, out] = process.argv.slice(2), page = await openPage(file, { width: 1000, height: 600 });
await page.until('document.body.dataset.drawn > 0');
await page.evaluate('chooseJoint(facts.joints.find(one => one.name === "forearm.R").joint)');
await page.key('v');
await page.until('state.ready && !state.dirty && !curvesCanvas.hidden');
await page.evaluate('find("side").scrollTop = 0');
await page.screenshot(out);
process.exit();
