import type { AdviceAssertion, AdviceDocument } from '../../advise/advice-document.ts'
import { NETWORK_NAMES, type NetworkName } from '../../advise/network-words.ts'
import type { Arm } from '../../model/arm.ts'
import { decide, readAssertions } from '../check/assertion.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'

const FORM = new RegExp(
  `^\\s*(h1|h2|h3)\\s+on\\s+(${NETWORK_NAMES.join('|')})\\s*(>=|<=|>|<)\\s*(\\d+(?:\\.\\d+)?)\\s*$`,
  'i',
)

type Asserted = Pick<AdviceAssertion, 'arm' | 'network' | 'operator' | 'threshold'>

/** Parses the values of `--assert`. */
export function adviceAssertionTexts(text: string, previous: readonly string[] = []): string[] {
  return readAssertions(text, previous, parse, {
    what: 'a gain over a network and its threshold',
    example: 'h3 on 4g >= 1.05',
  })
}

/** @throws CliError where a network is named that is not tried, before anything is measured */
export function demandNetworks(texts: readonly string[], networks: readonly NetworkName[]): void {
  for (const text of texts) {
    const network = parse(text)?.network
    if (network !== undefined && !networks.includes(network))
      throw new CliError(EXIT.usage, `--assert '${text}': ${network} is not tried, see --networks`)
  }
}

/** Judges assertions by the replays' intervals: missed is only what an interval shows to be missed. */
export function adviceAssertions(
  texts: readonly string[],
  replays: AdviceDocument['replays'],
): AdviceAssertion[] {
  return texts.flatMap((text): AdviceAssertion[] => {
    const asserted = parse(text)
    if (asserted === null) return []
    const { gain = null, interval = null } =
      replays?.networks
        .find(({ network }) => network === asserted.network)
        ?.arms.find(({ arm }) => arm === asserted.arm) ?? {}
    const result = interval === null ? 'not decided' : decide(asserted, interval)
    return [{ text, ...asserted, gain, interval, result }]
  })
}

function parse(text: string): Asserted | null {
  const [, arm, network, operator, threshold] = FORM.exec(text) ?? []
  return arm === undefined || network === undefined
    ? null
    : {
        arm: arm.toLowerCase() as Arm,
        network: network.toLowerCase() as NetworkName,
        operator: operator as Asserted['operator'],
        threshold: Number(threshold),
      }
}
