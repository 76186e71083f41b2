import { existsSync } from 'node:fs'
import { Command, CommanderError } from 'commander'
import { COMMANDS } from './commands.ts'
import { explain } from './exit/errors.ts'
import { EXIT } from './exit/exit-codes.ts'
import { addCommands, subcommandTerm } from './options/command-table.ts'
import { HELP_ALL, hiddenNote, SETTINGS_FILE, shownOptions, wordsOf } from './options/shown-options.ts'
import { VERSION } from './options/version.ts'
import { visible } from './output/text.ts'

/** Runs the `towline` command. Resolves to the exit code; prints one line on the error stream for a failure. */
export async function main(typed: readonly string[]): Promise<number> {
  const showAll = typed.includes(HELP_ALL)
  const argv = typed.map((word) => (word === HELP_ALL ? '--help' : word))
  const program = new Command('towline')
    .description('Measures what HTTP/1.1, HTTP/2 and HTTP/3 really do to page loads.')
    .version(VERSION)
    .showHelpAfterError('(see --help)')
    .configureOutput({ outputError: (text, write) => write(`${inOurWords(text)}\n`) })
    // Descriptions are wrapped also beside the longest flags of `serve`.
    .configureHelp({
      minWidthToWrap: 20,
      subcommandTerm,
      visibleOptions: (command) => shownOptions(command, showAll),
    })
    .addHelpText('afterAll', ({ command }) => hiddenNote(command, showAll))
    .exitOverride()
    .enablePositionalOptions()
  try {
    await addCommands(program, COMMANDS, argv)
    await program.parseAsync(await withSettings(program, argv), { from: 'user' })
    return typeof process.exitCode === 'number' ? process.exitCode : EXIT.ok
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage
    const { exitCode, message } = explain(error, hasResume(program, argv))
    process.stderr.write(`towline: ${message}\n`)
    return exitCode
  }
}

/** Adds to what was typed the options that a settings file in the working folder has for the command. */
async function withSettings(program: Command, argv: readonly string[]): Promise<readonly string[]> {
  const { command, words } = askedCommand(program, argv)
  if (words === 0 || argv.includes('--help') || !existsSync(SETTINGS_FILE)) return argv
  const { readSettings } = await import('./options/settings-file.ts')
  const { argv: options, names } = await readSettings(command, wordsOf(command))
  if (names.length === 0) return argv
  process.stderr.write(`settings of ${SETTINGS_FILE}: ${names.map((name) => `--${name}`).join(' ')}\n`)
  return [...argv.slice(0, words), ...options, ...argv.slice(words)]
}

function askedCommand(program: Command, argv: readonly string[]): { command: Command; words: number } {
  let command: Command = program
  for (const [words, word] of argv.entries()) {
    const next = command.commands.find((each) => each.name() === word)
    if (next === undefined) return { command, words }
    command = next
  }
  return { command, words: argv.length }
}

function hasResume(program: Command, argv: readonly string[]): boolean {
  return askedCommand(program, argv).command.options.some(({ long }) => long === '--resume')
}

/** One line, as all others of ours; what was typed may hold anything. */
function inOurWords(text: string): string {
  const line = text
    .trimEnd()
    .replace(/^error: /, 'towline: ')
    .replace('\n(Did you mean', ' (did you mean')
  return visible(line)
}
