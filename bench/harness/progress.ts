/** Progress goes to the error stream, results to standard output. */
export function printProgress(line: string): void {
  process.stderr.write(`${line}\n`)
}
