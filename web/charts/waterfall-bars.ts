import { type Child, h } from '../dom/h.ts'
import type { Scale } from './axis.ts'
import type { ConnectionLane, LaneRequest } from './connection-lanes.ts'
import { disjointPhases, PHASE_STYLES } from './phase.ts'
import { endMs, isFailed, type WaterfallRequest } from './waterfall-load.ts'

/** Nothing is too short to be seen. */
const LEAST_PX = 0.75

/** The phases of a request, one after the other, in a line of this height. */
export function requestBars(request: WaterfallRequest, x: Scale, top: number, linePx: number): Child {
  let startMs = request.startMs
  const marks: Child[] = []
  for (const { phase, ms } of disjointPhases(request.phases)) {
    if (ms > 0) {
      const height = PHASE_STYLES[phase].height * (linePx - 5)
      marks.push(
        h('rect', {
          class: request.status === 0 ? 'phase failed-bar' : `phase phase-${phase}`,
          x: x(startMs),
          y: top + (linePx - height) / 2,
          width: Math.max(LEAST_PX, x(startMs + ms) - x(startMs)),
          height,
        }),
      )
    }
    startMs += ms
  }
  if (isFailed(request)) marks.push(failedMark(request, x(startMs) + 3, top + linePx - 6))
  return marks
}

function failedMark({ status }: WaterfallRequest, x: number, y: number): Child {
  return h('text', { class: 'failed-mark', x, y }, status === 0 ? '× no response' : `× ${status}`)
}

/** Height of one row of requests inside a lane, px. */
export const SLOT = 7

export function laneBars({ requests }: ConnectionLane, x: Scale, top: number): Child {
  return requests.map((member) => [setUpBars(member, x, top), laneBar(member, x, top + member.slot * SLOT)])
}

/** Set-up as the request that waited for it reports it: reused connections have none. */
function setUpBars({ request, slot }: LaneRequest, x: Scale, top: number): Child {
  let startMs = request.startMs
  return disjointPhases(request.phases).map(({ phase, ms }) => {
    const from = startMs
    startMs += ms
    if (ms <= 0 || request.status === 0 || !SET_UP.has(phase)) return null
    return h('rect', {
      class: `phase phase-${phase}`,
      x: x(from),
      y: top + slot * SLOT + 1,
      width: Math.max(LEAST_PX, x(from + ms) - x(from)),
      height: SLOT - 3,
    })
  })
}

const SET_UP: ReadonlySet<string> = new Set(['dns', 'connect', 'ssl'])

/** Draws it from its sending to its end, by its type; pale until the response begins. */
function laneBar({ request, sentMs }: LaneRequest, x: Scale, top: number): Child {
  const receiveMs = Math.max(0, request.phases.receive ?? 0)
  const type = isFailed(request) ? 'failed-bar' : `type type-${request.type ?? 'unknown'}`
  const bar = (fromMs: number, toMs: number, className: string) =>
    h('rect', {
      class: className,
      x: x(fromMs),
      y: top,
      width: Math.max(LEAST_PX, x(toMs) - x(fromMs)),
      height: SLOT - 1,
    })
  const end = endMs(request)
  const responseMs = Math.max(sentMs, end - receiveMs)
  return [bar(sentMs, responseMs, `${type} waiting`), bar(responseMs, end, type)]
}
