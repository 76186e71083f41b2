import { InvalidArgumentError } from 'commander'
import type { Arm } from '../../model/arm.ts'
import { commaList } from './arguments.ts'

/** Parses a comma-separated list of these arms; each counts once. */
export function armList<Name extends Arm>(allowed: readonly Name[]): (text: string) => Name[] {
  return (text) => {
    const names = [...new Set(commaList(text))]
    const unknown = names.find((name) => !(allowed as readonly string[]).includes(name))
    if (unknown !== undefined || names.length === 0)
      throw new InvalidArgumentError(`'${unknown ?? ''}' is not one of ${allowed.join(', ')}.`)
    return names as Name[]
  }
}
