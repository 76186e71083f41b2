import { bytes, milliseconds } from '../../figures/quantity.ts'
import { PHASES } from '../../har/phases.ts'
import type { Priority } from '../../har/priority.ts'
import type { RenderBlocking } from '../../har/render-blocking.ts'
import { armLabel } from './arm.ts'
import type { StopDetails } from './chart.ts'
import { disjointPhases, PHASE_STYLES } from './phase.ts'
import {
  loadName,
  type NumberedRequest,
  type WaterfallLoad,
  type WaterfallRequest,
} from './waterfall-load.ts'

/** Last part of the path, or the host of a page's root. */
export function requestName({ url }: WaterfallRequest): string {
  const address = URL.parse(url)
  if (address === null) return url
  const last = address.pathname.split('/').findLast((part) => part !== '')
  return last === undefined ? address.hostname : last + address.search
}

export function requestHost({ url }: WaterfallRequest): string {
  return URL.parse(url)?.hostname ?? ''
}

/** Named as in the Network panel of Chromium's DevTools. */
const PRIORITY_WORDS: Readonly<Record<Priority, string>> = {
  VeryHigh: 'Highest',
  High: 'High',
  Medium: 'Medium',
  Low: 'Low',
  VeryLow: 'Lowest',
}

export function priorityWords({ initialPriority, priority }: WaterfallRequest): string | null {
  const last = priority ?? initialPriority
  if (last === null) return null
  if (initialPriority === null || initialPriority === last) return PRIORITY_WORDS[last]
  return `${PRIORITY_WORDS[initialPriority]}, then ${PRIORITY_WORDS[last]}`
}

/** The last priority, with an arrow where the browser changed it: for a narrow column. */
export function shortPriority({ initialPriority, priority }: WaterfallRequest): string {
  const last = priority ?? initialPriority
  if (last === null) return '–'
  const ranks = Object.keys(PRIORITY_WORDS)
  const change = initialPriority === null ? 0 : ranks.indexOf(initialPriority) - ranks.indexOf(last)
  return `${PRIORITY_WORDS[last]}${change > 0 ? ' ↑' : change < 0 ? ' ↓' : ''}`
}

const BLOCKING_WORDS: Readonly<Record<RenderBlocking, string>> = {
  blocking: 'blocks rendering',
  'in-body parser blocking': 'blocks the parser in the body',
  'potentially blocking': 'may block rendering',
  'non-blocking': 'does not block rendering',
}

export function blockingWords({ renderBlocking }: WaterfallRequest): string | null {
  return renderBlocking === null ? null : BLOCKING_WORDS[renderBlocking]
}

function statusWords({ status, error, fromCache }: WaterfallRequest): string {
  if (status === 0) return `no response${error === null ? '' : ` (${error})`}`
  return `${status}${error === null ? '' : ` (${error})`}${fromCache === true ? ', from a cache' : ''}`
}

export function requestWords(request: WaterfallRequest): string {
  const { status, priority, initialPriority } = request
  const last = priority ?? initialPriority
  const blocking = request.renderBlocking === 'non-blocking' ? null : blockingWords(request)
  return [
    `from ${milliseconds(request.startMs)} for ${milliseconds(request.durationMs)}`,
    status === 0 ? statusWords(request) : `status ${statusWords(request)}`,
    ...(request.protocol === null ? [] : [request.protocol]),
    ...(request.sizeBytes === null ? [] : [bytes(request.sizeBytes)]),
    ...(blocking === null ? [] : [blocking]),
    ...(last === null ? [] : [`priority ${PRIORITY_WORDS[last]}`]),
    ...phaseParts(request).map(([label, time]) => `${label} ${time}`),
  ].join(' · ')
}

/** The same with which request it is. */
export function numberedWords(request: NumberedRequest): string {
  return `${loadName(request.load)} ${request.number}/${request.total} ${request.url}: ${requestWords(request)}`
}

/** Lists what the tooltip shows of one request, or of the same request in two loads. */
export function requestDetails(
  sides: readonly (NumberedRequest | null)[],
  loads: readonly WaterfallLoad[],
): StopDetails {
  const known = sides.find((side) => side !== null)
  const cell = (words: (request: NumberedRequest) => string | null) =>
    sides.map((side) => (side === null ? '–' : (words(side) ?? 'unknown')))
  const phases = sides.map((side) => new Map(side === null ? [] : phaseParts(side)))
  const labels = PHASES.map((phase) => PHASE_STYLES[phase].label)
  return {
    title: shortened(known?.url ?? ''),
    heads: sides.length > 1 ? ['', ...loads.map(loadName)] : null,
    rows: [
      ['request', ...sides.map((side) => (side === null ? 'not requested' : numberWords(side)))],
      ['status', ...cell(statusWords)],
      ['protocol', ...cell(({ protocol }) => (protocol === null ? null : armLabel(protocol)))],
      ['type', ...cell(({ type }) => type)],
      ['size', ...cell(({ sizeBytes }) => (sizeBytes === null ? null : bytes(sizeBytes)))],
      ['priority', ...cell(priorityWords)],
      ['rendering', ...cell(blockingWords)],
      ['connection', ...cell(({ connection }) => (connection === null ? null : `id ${connection}`))],
      ['asked for by', ...cell(({ initiator }) => (initiator === null ? null : shortened(initiator, 48)))],
      ['start', ...cell(({ startMs }) => milliseconds(startMs))],
      ['took', ...cell(({ durationMs }) => milliseconds(durationMs))],
      ...labels
        .filter((label) => phases.some((parts) => parts.has(label)))
        .map((label) => [label, ...phases.map((parts) => parts.get(label) ?? '–')]),
    ],
  }
}

function numberWords({ number, method }: NumberedRequest): string {
  return `no. ${number}${method === null ? '' : `, ${method}`}`
}

function phaseParts({ phases }: WaterfallRequest): readonly (readonly [string, string])[] {
  return disjointPhases(phases)
    .filter(({ ms }) => ms > 0)
    .map(({ phase, ms }) => [PHASE_STYLES[phase].label, milliseconds(ms)] as const)
}

/** Both ends of a long address, for what distinguishes two of them may be in either. */
function shortened(url: string, longest = 160): string {
  if (url.length <= longest) return url
  const tail = Math.floor(longest / 3)
  return `${url.slice(0, longest - tail - 1)}…${url.slice(-tail)}`
}
