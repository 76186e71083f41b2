import type { Arm, Waterfall } from '../../../server/contract/contract.ts'
import { armLabel } from '../../charts/arm.ts'
import { integer, quantity } from '../../charts/quantity.ts'
import { waterfallChart } from '../../charts/waterfall.ts'
import type { WaterfallLoad } from '../../charts/waterfall-load.ts'
import { apiUrl, dataLinks } from '../../client/api.ts'
import { metricWords } from '../../client/metric-terms.ts'
import { type Child, h, type VNode } from '../../dom/h.ts'
import { block } from '../../figure/block.ts'
import { figure } from '../../figure/figure.ts'
import type { ViewContext } from '../view.ts'
import type { ProbedSite } from './probed-site.ts'

/** The median loads of these arms, request by request; of an arm without a HAR, why there is none. */
export function waterfallsBlock(context: ViewContext, path: ProbedSite['path'], arms: readonly Arm[]): VNode {
  return block({
    ...context,
    what: 'the waterfalls',
    size: 'large',
    load: () => loadWaterfalls(context, path, arms),
    show: (loads) => waterfalls(context, path, loads),
  })
}

interface Loads {
  readonly found: readonly Waterfall[]
  /** Arms of which there is none, each with its reason. */
  readonly missing: readonly { readonly arm: Arm; readonly why: string }[]
}

/** Asks for the waterfalls that there are. */
async function loadWaterfalls(
  { api }: ViewContext,
  path: ProbedSite['path'],
  wanted: readonly Arm[],
): Promise<Loads> {
  const { arms } = await api.get('waterfalls', `${path}/waterfalls`)
  const known = wanted.map(
    (arm) => arms.find((other) => other.arm === arm) ?? { arm, sampleId: null, har: false },
  )
  return {
    found: await Promise.all(
      known.filter(({ har }) => har).map(({ arm }) => api.get('waterfall', `${path}/waterfall`, { arm })),
    ),
    missing: known
      .filter(({ har }) => !har)
      .map(({ arm, sampleId }) => ({
        arm,
        why: sampleId === null ? 'it has no valid load' : 'the HAR of its median load is not stored',
      })),
  }
}

function waterfalls({ signal }: ViewContext, path: ProbedSite['path'], { found, missing }: Loads): Child {
  const title = `Waterfall${found.length > 1 ? 's' : ''}: ${found.map(({ arm }) => armLabel(arm)).join(' and ')}`
  const [first] = found
  return [
    first === undefined
      ? null
      : figure({
          id: 'waterfall',
          title,
          links: dataLinks(`${path}/waterfall`, { arm: first.arm }, false),
          signal,
          draw: ({ width, standalone }) =>
            waterfallChart({ loads: found.map(loadOf) }, { width, standalone, title }),
        }),
    missing.map(({ arm, why }) =>
      h(
        'p',
        { class: first === undefined ? 'nothing' : 'note' },
        `There is no waterfall of ${armLabel(arm)}: ${why}.`,
      ),
    ),
    first === undefined
      ? null
      : h(
          'p',
          { class: 'files' },
          'Whole HAR: ',
          found.map(({ arm, sampleId }) => [
            h(
              'a',
              { href: apiUrl(`/samples/${sampleId}/har`), 'data-native': true },
              `${armLabel(arm)}, sample ${sampleId}`,
            ),
            ' ',
          ]),
        ),
  ]
}

function loadOf(answer: Waterfall): WaterfallLoad {
  const { chosenBy, value, n, round, marks } = answer
  const words = chosenBy === null ? null : metricWords(chosenBy)
  const which =
    words === null
      ? `sample ${answer.sampleId}, round ${integer(round)}`
      : `the median of ${n === null ? 'its' : integer(n)} samples by ${words}${value === null ? '' : ` (${quantity(value, 'ms')})`}, round ${integer(round)}`
  return {
    arm: answer.arm,
    which: answer.zero === 'navigation' ? which : `${which}, time from the first request`,
    marks: { TTFB: marks.ttfbMs, FCP: marks.fcpMs, LCP: marks.lcpMs, load: marks.loadMs },
    requests: answer.entries.map((entry) => ({
      startMs: entry.startMs,
      durationMs: entry.durationMs,
      url: entry.url,
      status: entry.status,
      error: entry.error,
      protocol: entry.protocol,
      sizeBytes: entry.sizeBytes,
      phases: {
        blocked: entry.phases.blockedMs,
        dns: entry.phases.dnsMs,
        connect: entry.phases.connectMs,
        ssl: entry.phases.sslMs,
        send: entry.phases.sendMs,
        wait: entry.phases.waitMs,
        receive: entry.phases.receiveMs,
      },
    })),
  }
}
