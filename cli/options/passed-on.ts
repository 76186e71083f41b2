import type { Command } from 'commander'

/** The options that the user gave, as arguments for the same command once more, without those of these names. */
export function passedOn(command: Command, leftOut: readonly string[]): string[] {
  return command.options.flatMap((option) => {
    const name = option.attributeName()
    const source = command.getOptionValueSource(name)
    if (source !== 'cli' || leftOut.includes(name)) return []
    const value: unknown = command.getOptionValue(name)
    const flag = option.long ?? ''
    if (option.negate) return value === false ? [flag] : []
    if (value === true) return [flag]
    // One argument holds both, so that a value that begins with a hyphen is not taken for a flag.
    return [`${flag}=${Array.isArray(value) ? value.join(',') : asTyped(name, value)}`]
  })
}

/** Option parsers give other units than they take. */
function asTyped(name: string, value: unknown): string {
  if (name === 'maxMemory') return String(Number(value) / 1_000_000)
  return name === 'untilCi' ? String(100 * Number(value)) : String(value)
}
