import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where the files are. */
export const DEPLOY = join(import.meta.dirname, '../../deploy')

/** The text of a file below deploy/. */
export function deployFile(name: string): string {
  return readFileSync(join(DEPLOY, name), 'utf8')
}

/** A text with each of these parts replaced everywhere. @throws Error where one is not in it: the file has changed */
export function withReplaced(text: string, replacements: Readonly<Record<string, string>>): string {
  return Object.entries(replacements).reduce((changed, [part, by]) => {
    if (!changed.includes(part)) throw new Error(`there is no ${part} in:\n${text}`)
    return changed.replaceAll(part, by)
  }, text)
}

/** Values of a key of a unit, in their order; lines that end in a backslash are not used in ours. */
export function unitValues(unit: string, key: string): string[] {
  return unit
    .split('\n')
    .flatMap((line) => (line.startsWith(`${key}=`) ? [line.slice(key.length + 1).trim()] : []))
}

/** Arguments that a unit or a line of a crontab runs towline with. */
export function towlineArguments(command: string): string[] {
  const [, rest = ''] = /\/opt\/towline\/towline (.+)$/.exec(command) ?? []
  return rest.split(' ')
}
