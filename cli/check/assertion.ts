import { InvalidArgumentError } from 'commander'
import type { Arm } from '../../model/arm.ts'
import { ratioRangeText, ratioText } from '../../model/ratio-text.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'
import { baselineOf } from '../probe/baseline.ts'
import type { ArmResult } from '../probe/campaign-results.ts'

/** A bound of a gain, as `--assert 'h3 >= 1.0'` sets it. */
interface Assertion {
  readonly arm: Arm
  readonly operator: '<' | '<=' | '>' | '>='
  readonly threshold: number
}

/** The interval of a gain decides an assertion where all of it lies on one side of the threshold. */
type AssertionResult = 'met' | 'missed' | 'not decided'

export interface CheckedAssertion {
  readonly assertion: Assertion
  readonly text: string
  readonly gain: number | null
  readonly interval: readonly [number, number] | null
  readonly result: AssertionResult
  /** Says it in words, with the figures. */
  readonly sentence: string
}

const FORM = /^\s*(http|h1|h2|h3|h3-altsvc)\s*(>=|<=|>|<)\s*(\d+(?:\.\d+)?)\s*$/

/** Parses the values of `--assert`. */
export function assertionTexts(text: string, previous: readonly string[] = []): string[] {
  return readAssertions(text, previous, (each) => (FORM.test(each) ? parseAssertion(each) : null), {
    what: 'a gain and its threshold',
    example: 'h3 >= 1.0',
  })
}

/**
 * `--assert` may be given more than once; commas separate as well.
 * @param parse null: that is none
 */
export function readAssertions(
  text: string,
  previous: readonly string[],
  parse: (each: string) => Pick<Assertion, 'threshold'> | null,
  { what, example }: { readonly what: string; readonly example: string },
): string[] {
  const given = text.split(',').map((each) => each.trim())
  for (const each of given) {
    const parsed = parse(each)
    if (parsed === null) throw new InvalidArgumentError(`'${each}' is not ${what}, such as '${example}'.`)
    if (!(parsed.threshold > 0)) throw new InvalidArgumentError('a gain is always above 0.')
  }
  return [...previous, ...given]
}

function parseAssertion(text: string): Assertion {
  const [, arm, operator, threshold] = FORM.exec(text) ?? []
  return { arm: arm as Arm, operator: operator as Assertion['operator'], threshold: Number(threshold) }
}

/** @throws CliError where a gain is asked for that the check will not have, before anything is measured */
export function demandGains(texts: readonly string[], arms: readonly Arm[]): void {
  const baseline = baselineOf(arms)
  for (const text of texts) {
    const { arm } = parseAssertion(text)
    if (arm === baseline)
      throw new CliError(
        EXIT.usage,
        `--assert '${text}': ${arm} is what the others are compared with, it has no gain`,
      )
    if (!arms.includes(arm))
      throw new CliError(EXIT.usage, `--assert '${text}': ${arm} is not loaded, see --arms`)
  }
}

export function checkAssertions(texts: readonly string[], arms: readonly ArmResult[]): CheckedAssertion[] {
  return texts.map((text) => {
    const assertion = parseAssertion(text)
    const comparison = arms.find(({ arm }) => arm === assertion.arm)?.comparison ?? null
    const { gain = null, gainInterval: interval = null } = comparison ?? {}
    const result = interval === null ? 'not decided' : decide(assertion, interval)
    const figures =
      gain === null
        ? 'it was not compared'
        : `gain ${ratioText(gain)}, ${interval === null ? 'too few rounds for an interval' : `95 % interval ${ratioRangeText(interval)}`}`
    return { assertion, text, gain, interval, result, sentence: `${text}: ${result} (${figures})` }
  })
}

/** Compares an interval with a bound. */
export function decide(
  { operator, threshold }: Pick<Assertion, 'operator' | 'threshold'>,
  [low, high]: readonly [number, number],
): AssertionResult {
  switch (operator) {
    case '>=':
      return low >= threshold ? 'met' : high < threshold ? 'missed' : 'not decided'
    case '>':
      return low > threshold ? 'met' : high <= threshold ? 'missed' : 'not decided'
    case '<=':
      return high <= threshold ? 'met' : low > threshold ? 'missed' : 'not decided'
    case '<':
      return high < threshold ? 'met' : low >= threshold ? 'missed' : 'not decided'
  }
}
