import type { AdviceDocument, ReplayedNetwork } from '../../advise/advice-document.ts'
import { SPREAD_OF_SERVERS } from '../../advise/expected-elsewhere.ts'
import { NETWORK_WORDS, type NetworkName } from '../../advise/network-words.ts'
import { ARMS } from '../../model/arm.ts'
import type { Obstacle, Recording } from '../../model/recording/recording.ts'
import { wordsList } from '../../model/words-list.ts'
import type { CheckReport } from '../check/check-report.ts'
import { countText } from '../output/text.ts'
import { withMeaning } from '../probe/reason-text.ts'

interface NotShownContext {
  /** The URL that was asked for. */
  readonly typed: string
  /** Networks that were asked for. */
  readonly asked: readonly NetworkName[]
  /** Is null where there is none. */
  readonly recording: Recording | null
  readonly report: CheckReport | null
  /** Says why there is no recording. */
  readonly notRecorded: string | null
  /** Says what ended replays before their time. */
  readonly fault: string | null
}

const OFF = `${(100 * Math.expm1(SPREAD_OF_SERVERS)).toFixed(0)} %`

/** Says what could not be shown, and why, a sentence each. */
export function notShown(
  { live, replays, whatIfs, state }: AdviceDocument,
  { typed, recording, report, notRecorded, fault, asked }: NotShownContext,
): string[] {
  const untried = whatIfs.filter(({ applies, tried }) => applies && !tried).map(({ title }) => `“${title}”`)
  return [
    ...(fault === null ? [] : [`Replays ended before their time: ${fault}.`]),
    ...(state === 'finished' || fault !== null ? [] : [endText(state)]),
    ...(live === null ? ['The page was not loaded.'] : []),
    ...ledElsewhere(typed, report),
    ...(notRecorded === null ? [] : [`The page could not be recorded: ${notRecorded}.`]),
    replays === null
      ? 'Nothing was replayed, so nothing is said of other networks than this one.'
      : `Replays are by one server, of ours: gains on other servers were ${OFF} off (root mean square of 24).`,
    ...(report?.leftOut ?? []).map(
      ({ arm, reason }) => `${ARMS[arm].label} was not loaded live: ${withMeaning(reason)}.`,
    ),
    ...(replays === null ? [] : asked)
      .filter((name) => !replays?.networks.some(({ network }) => network === name))
      .map((name) => `There was no time for ${NETWORK_WORDS[name]}: --resume or more --minutes.`),
    ...(replays?.networks ?? []).flatMap(undecided),
    ...(untried.length === 0 || replays === null
      ? []
      : [`What applies could not all be tried in the time: not ${wordsList(untried)}.`]),
    ...(recording === null ? [] : recordingGaps(recording)),
  ]
}

/** One sentence for a network, as its protocols were loaded as often. */
function undecided({ network, arms }: ReplayedNetwork): string[] {
  const open = arms.filter(
    ({ outcome, gain }) => gain !== null && (outcome === 'not decided' || outcome === 'too few rounds'),
  )
  if (open.length === 0) return []
  const names = wordsList(
    open.map(({ arm, smallestDetectablePercent: percent }) =>
      percent === null
        ? ARMS[arm].label
        : `${ARMS[arm].label} (only a difference of ${percent.toFixed(0)} % would show)`,
    ),
  )
  const rounds = Math.max(...open.map((each) => each.rounds))
  return [`On ${NETWORK_WORDS[network]} it is not decided after ${countText(rounds, 'round')}: ${names}.`]
}

/** A sign-in, a consent wall or another host stands before what was asked for. */
function ledElsewhere(typed: string, report: CheckReport | null): string[] {
  const reached = report?.loads.at(-1)?.finalUrl ?? report?.url ?? typed
  return reached === typed ? [] : [`${typed} leads to ${reached}: that is the page that was measured.`]
}

const OBSTACLE_TEXTS = {
  dialogue:
    'A dialogue covers the page, such as one for consent: what would load after an answer is not measured.',
  password: 'The page asks for a password: what is behind its sign-in is not measured.',
} as const satisfies Readonly<Record<Obstacle, string>>

function recordingGaps({ notReplayed, leftOut, exchanges, obstacles = [] }: Recording): string[] {
  const kinds = [...Map.groupBy(notReplayed, ({ kind }) => kind)].map(([kind, all]) =>
    countText(all.length, kind),
  )
  const failed = exchanges.filter(({ status, failure }) => status === null && failure !== null).length
  const volatile = exchanges.filter((exchange) => (exchange.volatile ?? []).length > 0).length
  return [
    ...obstacles.map((obstacle) => OBSTACLE_TEXTS[obstacle]),
    ...(kinds.length === 0 ? [] : [`A replay is without ${kinds.join(', ')}.`]),
    ...(leftOut.length === 0
      ? []
      : [
          `${countText(leftOut.length, 'request')} of the page may not be recorded: ${leftOut[0]?.why ?? ''}.`,
        ]),
    ...(failed === 0
      ? []
      : [`${countText(failed, 'request')} of the page had no answer when it was recorded.`]),
    ...(volatile === 0
      ? []
      : [
          `${countText(volatile, 'request')} of the page differ with each load, and get the answer that was recorded once.`,
        ]),
  ]
}

function endText(state: 'time over' | 'stopped'): string {
  return state === 'stopped'
    ? 'This was stopped before its end: it is what is known so far, and --resume goes on.'
    : 'The time was over before all was decided: --resume goes on.'
}
