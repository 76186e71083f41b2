import { integer } from '../../../figures/quantity.ts'
import type { Arm, Filmstrip, Filmstrips } from '../../../server/contract/contract.ts'
import { armClass, armLabel } from '../../charts/arm.ts'
import { choiceOf } from '../../client/address.ts'
import { type Child, h, type VNode } from '../../dom/h.ts'
import { tableOf } from '../../dom/table.ts'
import { block } from '../../figure/block.ts'
import { controls, select } from '../controls/controls.ts'
import type { ViewContext } from '../view.ts'
import { type Cell, cellsAt, columnTimes, defaultStep, type MarkName, stepsFor } from './filmstrip-columns.ts'
import type { ProbedSite } from './probed-site.ts'

/** Shows the page during the median loads of these arms, on one time axis. */
export function filmstripsBlock(context: ViewContext, path: ProbedSite['path'], arms: readonly Arm[]): VNode {
  return block({
    ...context,
    what: 'the filmstrips',
    size: 'line',
    load: () => loadFilmstrips(context, path, arms),
    show: (loads) => show(context, loads),
  })
}

interface Loads {
  readonly domain: string
  readonly taken: boolean
  readonly found: readonly Filmstrip[]
  /** Arms of which there is none, each with its reason. */
  readonly missing: readonly { readonly arm: Arm; readonly why: string }[]
}

async function loadFilmstrips(
  { api }: ViewContext,
  path: ProbedSite['path'],
  wanted: readonly Arm[],
): Promise<Loads> {
  const { domain, taken, arms } = await api.get('filmstrips', `${path}/filmstrips`)
  const known = wanted.map(
    (arm): Filmstrips['arms'][number] =>
      arms.find((other) => other.arm === arm) ?? { arm, sampleId: null, filmstrip: false },
  )
  return {
    ...{ domain, taken },
    found: await Promise.all(
      known
        .filter(({ filmstrip }) => filmstrip)
        .map(({ sampleId }) => api.get('filmstrip', `/samples/${sampleId}/filmstrip`)),
    ),
    missing: known
      .filter(({ filmstrip }) => !filmstrip)
      .map(({ arm, sampleId }) => ({
        arm,
        why: sampleId === null ? 'it has no valid load' : 'no screenshot of its median load is stored',
      })),
  }
}

function show(context: ViewContext, { domain, taken, found, missing }: Loads): Child {
  if (!taken)
    return h(
      'p.note',
      'No filmstrip: no screenshots were taken in this campaign. ',
      h('code', `towline probe --sites ${domain} --filmstrip`),
      ' takes them during every load, which can slow it.',
    )
  const title = `Filmstrip${found.length > 1 ? 's' : ''}: ${found.map(({ arm }) => armLabel(arm)).join(' and ')}`
  return [
    found.length === 0 ? null : strips(context, title, found),
    missing.map(({ arm, why }) => h('p.note', `There is no filmstrip of ${armLabel(arm)}: ${why}.`)),
  ]
}

function strips({ query, go }: ViewContext, title: string, found: readonly Filmstrip[]): VNode {
  const endMs = Math.max(...found.map((strip) => strip.endMs))
  const fallback = defaultStep(endMs)
  const steps = stepsFor(endMs)
  const step = choiceOf(query, 'step', steps, fallback)
  const times = columnTimes(endMs, step)
  return h(
    'div',
    { class: 'filmstrips', id: 'filmstrips' },
    h('h3', { id: 'filmstrips-title' }, title),
    steps.length < 2
      ? null
      : controls(
          'Filmstrips',
          select({
            id: 'step',
            label: 'a picture every',
            value: step,
            options: steps.map((value) => ({ value, label: `${value} s` })),
            choose: (value) => go({ step: value === fallback ? null : value }),
          }),
        ),
    h(
      'div',
      { class: 'filmstrip-scroll', tabindex: 0, role: 'region', 'aria-labelledby': 'filmstrips-title' },
      tableOf(
        'table.filmstrip',
        null,
        [
          h('th', { scope: 'col' }, 'protocol'),
          times.map((timeMs) => h('th', { scope: 'col' }, secondsText(timeMs, step))),
        ],
        found.map((strip) => stripRow(strip, times, step)),
      ),
    ),
    h('p.note', notes(found)),
  )
}

function stripRow(strip: Filmstrip, times: readonly number[], step: string): VNode {
  const label = armLabel(strip.arm)
  return h(
    'tr',
    { class: armClass(strip.arm) },
    h('th', { scope: 'row' }, label),
    cellsAt(strip, times).map((cell, index) =>
      stripCell(cell, strip, `${label} at ${secondsText(times[index] ?? 0, step)}`),
    ),
  )
}

/** Width of a picture in the table, px. */
const PICTURE_PX = 128

function stripCell(cell: Cell, { widthPx, heightPx }: Filmstrip, when: string): VNode {
  const { picture, change, after, marks } = cell
  const size = { width: PICTURE_PX, height: Math.round((PICTURE_PX * heightPx) / widthPx) }
  return h(
    'td',
    {
      class: ['frame', change === 'changed' ? 'changed' : null, after ? 'after' : null]
        .filter(Boolean)
        .join(' '),
    },
    picture === null
      ? h('span.no-frame', 'unknown')
      : h('img', {
          ...size,
          loading: 'lazy',
          decoding: 'async',
          src: picture,
          alt: `${when}: ${cellWords(cell)}`,
        }),
    marks.map(({ name, ms }) => h('span.frame-mark', `${name} ${(ms / 1_000).toFixed(2)} s`)),
  )
}

const MARK_WORDS: Readonly<Record<MarkName, string>> = {
  FCP: 'first contentful paint',
  LCP: 'largest contentful paint',
  load: 'load event',
}

function cellWords({ change, after, marks }: Cell): string {
  const state = after && change === 'as before' ? 'as before, after the load' : change
  return [state, ...marks.map(({ name }) => MARK_WORDS[name])].join(', ')
}

function notes(found: readonly Filmstrip[]): string {
  const dropped = found.filter(({ droppedFrames }) => droppedFrames > 0)
  const cut = found.filter(({ cutMs }) => cutMs !== null)
  return [
    'Each row is the median load of a protocol: the last picture taken by the time above it, outlined where it changed, ' +
      'pale after the end of the load. FCP, LCP: first and largest contentful paint. ',
    ...dropped.map(
      ({ arm, droppedFrames, cutMs }) =>
        `${armLabel(arm)}: ${integer(droppedFrames)} frame${droppedFrames === 1 ? '' : 's'} not stored${cutMs === null ? ', less than 0.05 s before the next' : ''}. `,
    ),
    ...cut.map(
      ({ arm, cutMs }) =>
        `${armLabel(arm)}: unknown from ${((cutMs ?? 0) / 1_000).toFixed(1)} s on (limit of a filmstrip). `,
    ),
    'Screenshots can slow a load: do not compare this campaign with one that took none.',
  ].join('')
}

function secondsText(timeMs: number, step: string): string {
  return `${(timeMs / 1_000).toFixed(step.includes('.') ? 1 : 0)} s`
}
