import { Command, CommanderError } from 'commander'
import { COMMANDS } from './commands.ts'
import { explain } from './exit/errors.ts'
import { EXIT } from './exit/exit-codes.ts'
import { addCommands, subcommandTerm } from './options/command-table.ts'
import { VERSION } from './options/version.ts'
import { visible } from './output/visible.ts'

/** Runs the `towline` command. Resolves to the exit code; prints one line on the error stream for a failure. */
export async function main(argv: readonly string[]): Promise<number> {
  const program = new Command('towline')
    .description('Measures what HTTP/1.1, HTTP/2 and HTTP/3 really do to page loads.')
    .version(VERSION)
    .showHelpAfterError('(see --help)')
    .configureOutput({ outputError: (text, write) => write(`${inOurWords(text)}\n`) })
    // Also beside the longest flags of `serve` descriptions are wrapped.
    .configureHelp({ minWidthToWrap: 20, subcommandTerm })
    .exitOverride()
    .enablePositionalOptions()
  try {
    await addCommands(program, COMMANDS, argv)
    await program.parseAsync(argv, { from: 'user' })
    return typeof process.exitCode === 'number' ? process.exitCode : EXIT.ok
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage
    const { exitCode, message } = explain(error, hasResume(program, argv))
    process.stderr.write(`towline: ${message}\n`)
    return exitCode
  }
}

/** Whether the command that was run can be resumed. */
function hasResume(program: Command, argv: readonly string[]): boolean {
  let command: Command | undefined = program
  for (const word of argv) {
    const next: Command | undefined = command.commands.find((each) => each.name() === word)
    if (next === undefined) break
    command = next
  }
  return command.options.some(({ long }) => long === '--resume')
}

/** One line, as all others of ours; what was typed may hold anything. */
function inOurWords(text: string): string {
  const line = text
    .trimEnd()
    .replace(/^error: /, 'towline: ')
    .replace('\n(Did you mean', ' (did you mean')
  return visible(line)
}
