import { EXIT } from './exit-codes.ts'

/** Ends the command where its output can no longer be written; what was recorded is in the database by then. */
export function failOnLostOutput(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // A reader that goes away early, as `head` does, is not a failure of ours.
    if (error.code === 'EPIPE') process.exit(EXIT.ok)
    process.stderr.write(`towline: the output cannot be written: ${error.message}\n`)
    process.exit(EXIT.io)
  })
  process.stderr.on('error', () => {
    // Progress that nobody reads is no reason to give up a survey that is being recorded.
  })
}
