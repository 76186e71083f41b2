import { type Command, CommanderError } from 'commander'
import { visible } from '../output/text.ts'

/**
 * Options of the machine that a command is given on: they name its files and programs, or say when and for whom the command is
 * done. No job has one.
 */
const OF_THE_MACHINE: ReadonlySet<string> = new Set([
  ...['cache', 'connect', 'database', 'keepPcap', 'list', 'maxMemory', 'optOut'],
  ...['unconfined', 'unsafeNoSandbox'],
  ...['eachVantage', 'every', 'vantage'],
])

/** Keeps the options that a command is given, as words that it reads the same from again (`readWords`). */
export function recordWords(command: Command): readonly string[] {
  const words: string[] = []
  for (const option of command.options) {
    if (OF_THE_MACHINE.has(option.attributeName())) continue
    for (const event of ['option', 'optionEnv'])
      command.on(`${event}:${option.name()}`, (value: string | null | undefined) => {
        words.push(typeof value === 'string' ? `${option.long}=${value}` : `${option.long}`)
      })
  }
  return words
}

/**
 * Has a command read words of a job exactly as it reads its command line, and run; but the environment gives it nothing.
 * @throws Error where they are no such command line, or name something of this machine
 */
export async function readWords(command: Command, words: readonly string[]): Promise<void> {
  for (const option of command.options) delete option.envVar
  command.exitOverride().configureOutput({ writeOut: () => {}, writeErr: () => {} })
  command.hook('preAction', () => {
    const odd = command.options.find(
      (option) =>
        OF_THE_MACHINE.has(option.attributeName()) &&
        command.getOptionValueSource(option.attributeName()) === 'cli',
    )
    if (odd !== undefined)
      throw new Error(`a job cannot say ${odd.long}: it is for the worker's owner to say`)
  })
  try {
    await command.parseAsync(words, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    throw new Error(`it is no command line of \`jobs add ${command.name()}\`: ${visible(error.message)}`, {
      cause: error,
    })
  }
}
