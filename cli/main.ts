import { Command, CommanderError } from 'commander'
import { crawlCommand } from './crawl.ts'
import { explain } from './errors.ts'
import { EXIT } from './exit-codes.ts'
import { sandboxCommand } from './sandbox.ts'
import { selectCommand } from './select.ts'
import { surveyCommand } from './survey.ts'
import { VERSION } from './version.ts'

/** Runs the `towline` command. Resolves to the exit code; prints one line on the error stream for a failure. */
export async function main(argv: readonly string[]): Promise<number> {
  const program = new Command('towline')
    .description('Measures what HTTP/1.1, HTTP/2 and HTTP/3 really do to page loads.')
    .version(VERSION)
    .showHelpAfterError('(see --help)')
    .addCommand(crawlCommand())
    .addCommand(surveyCommand())
    .addCommand(selectCommand())
    .addCommand(sandboxCommand())
  throwInsteadOfExit(program)
  // A reader that goes away early, as `head` does, is not a failure of ours.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(EXIT.ok)
    throw error
  })
  try {
    await program.parseAsync(argv, { from: 'user' })
    return typeof process.exitCode === 'number' ? process.exitCode : EXIT.ok
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage
    const { exitCode, message } = explain(error)
    process.stderr.write(`towline: ${message}\n`)
    return exitCode
  }
}

/** Commander ends the process by default, also in subcommands; a code has to come back instead. */
function throwInsteadOfExit(command: Command): void {
  command.exitOverride()
  for (const child of command.commands) throwInsteadOfExit(child)
}
