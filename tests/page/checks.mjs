// The tests of a script: each prints a line, and the script exits with 1 if one fails.

let failures = 0;
/** @param {string} name @param {() => unknown} body */
export async function test(name, body) {
  try {
    await body();
    console.log(`passed  ${name}`);
  } catch (error) {
    failures += 1;
    console.log(`FAILED  ${name}: ${error.message}`);
  }
}

export const finish = () => process.exit(failures ? 1 : 0);
