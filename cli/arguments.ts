import { InvalidArgumentError } from 'commander'
import { OPERATIONS, type Operation } from '../crawler/survey/operation.ts'

/** A whole number from `low` to `high`, for commander's option parsers. */
export function wholeNumber(low: number, high: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (!/^\d+$/.test(text) || value < low || value > high) {
      throw new InvalidArgumentError(`must be a whole number from ${low} to ${high}.`)
    }
    return value
  }
}

/** `20s`, `1500ms`, `2m` or a plain number of milliseconds, to milliseconds. */
export function milliseconds(text: string): number {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m)?$/.exec(text)
  const factor = { ms: 1, s: 1000, m: 60_000 }[match?.[2] ?? 'ms'] ?? 1
  const value = Number(match?.[1]) * factor
  if (match === null || !(value > 0)) throw new InvalidArgumentError('must be a time such as 20s, 1500ms or 2m.')
  return value
}

export function operationList(text: string): Operation[] {
  const names = text.split(',').map((name) => name.trim())
  const unknown = names.find((name) => !(OPERATIONS as readonly string[]).includes(name))
  if (unknown !== undefined) {
    throw new InvalidArgumentError(`'${unknown}' is not one of ${OPERATIONS.join(', ')}.`)
  }
  return names as Operation[]
}

export function commaList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
