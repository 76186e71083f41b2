import type { MetricName } from '../model/metrics.ts'
import { GAIN, HARDLY_ANY_SLOWER, meanReduction, REDUCTION, reductionContrast } from './clauses.ts'
import { eachPage, PAGES, sweep } from './elkhatib-sweep.ts'
import { type Entry, undecided } from './paper.ts'
import type { Clause } from './rule.ts'

/** SPDY’s value is so much smaller at least, in percent of means. */
const saves = (metric: MetricName, percent: number): Clause => ({
  ...{ metric, value: REDUCTION, summary: { is: 'mean' }, expects: { atLeast: percent } },
})

/** SPDY waits at least twice as long as HTTP/1.1. */
const WAITS_LONGER: Clause = {
  ...{ metric: 'phase_ms.wait', value: GAIN, summary: { is: 'geometric mean' }, expects: { atMost: 0.5 } },
}

const SAME_BYTES =
  'A page has the same bytes under each protocol: its throughput is its Time on Wire the other way round, which other figures decide.'

/** Entries of section V of Elkhatib et al. on links. */
export const NETWORK_ENTRIES: readonly Entry[] = [
  {
    id: 'figure-2',
    place: 'Figure 2',
    says: 'SPDY is never slower, gains little over short round trips, and the more the longer they are.',
    condition: '1 Mbit/s, no loss, 10 to 490 ms',
    printed: [
      [5, '%', 'reduction below 150 ms, at most on average'],
      [21.26, '%', 'largest reduction: YouTube, 490 ms'],
      [13.81, '%', 'mean of YouTube'],
      [6.87, '%', 'mean of Twitter'],
      [1.32, '%', 'mean of imgur'],
    ],
    decision: sweep(
      'elkhatib-rtt',
      {
        ...reductionContrast('rttMs', 490, 10),
        each: eachPage(2, 'twitter', 'youtube', 'imgur'),
        expects: { atLeast: 5 },
      },
      HARDLY_ANY_SLOWER,
    ),
  },
  {
    id: 'section-v-a-tls',
    place: 'section V-A',
    says: 'SPDY saves most of the time that handshakes of TLS take.',
    condition: '1 Mbit/s, no loss, 10 to 490 ms',
    printed: [
      [66, '%', 'saved, least'],
      [94, '%', 'saved, most'],
    ],
    decision: sweep('elkhatib-rtt', saves('phase_ms.ssl', 50)),
  },
  {
    id: 'section-v-a-order',
    place: 'section V-A',
    says: 'YouTube gains most from SPDY, Twitter less for want of streams, imgur with the most resources least.',
    condition: '1 Mbit/s, no loss, mean over 10 to 490 ms',
    printed: [],
    decision: sweep(
      'elkhatib-rtt',
      { ...reductionContrast('page', 'youtube', 'twitter'), expects: { atLeast: 3 } },
      { ...reductionContrast('page', 'twitter', 'imgur'), expects: { atLeast: 3 } },
    ),
  },
  {
    id: 'figure-3',
    place: 'Figure 3',
    says: 'Shares of connect, send, wait, receive and TLS in loads of Twitter and imgur: HTTPS sets up connections, SPDY waits. The text has a round trip of 490 ms and a rate of 2 Mbit/s, the caption 250 ms.',
    condition: '2 Mbit/s, 490 ms (caption: 250 ms)',
    printed: [
      [49, '%', 'wait of SPDY, Twitter'],
      [97, '%', 'wait of SPDY, imgur'],
      [94, '%', 'connect saved, imgur'],
      [9, 'x', 'wait of SPDY over HTTPS, imgur, at least'],
    ],
    decision: {
      plan: 'elkhatib-phases',
      cells: { page: ['twitter', 'imgur'] },
      metric: 'phase_ms.connect',
      clauses: [
        { ...saves('phase_ms.connect', 50), each: eachPage(2, 'twitter', 'imgur') },
        { ...WAITS_LONGER, where: { page: ['imgur'] } },
      ],
    },
  },
  {
    id: 'section-v-a-alike',
    place: 'section V-A',
    says: 'At this link Twitter and imgur gain alike.',
    condition: '2 Mbit/s, 490 ms',
    printed: [[15, '%', 'reduction of both pages, about']],
    decision: {
      plan: 'elkhatib-phases',
      cells: { page: ['twitter', 'imgur'] },
      metric: 'tow_ms',
      clauses: [
        {
          ...meanReduction({ rttMs: [490] }),
          each: eachPage(2, 'twitter', 'imgur'),
          expects: { between: [10, 20] },
        },
      ],
    },
  },
  {
    id: 'figure-4',
    place: 'Figure 4',
    says: 'SPDY is faster over slow links and clearly slower over fast ones.',
    condition: '150 ms, no loss, 64 kbit/s to 8 Mbit/s, queue of 256 packets',
    printed: [
      [5.75, '%', 'mean reduction at 64 kbit/s'],
      [-22.24, '%', 'mean reduction at 8 Mbit/s'],
    ],
    decision: sweep(
      'elkhatib-bandwidth',
      { ...reductionContrast('downMbps', 0.064, 8), expects: { atLeast: 10 } },
      { ...meanReduction({ downMbps: [0.064] }), expects: { atLeast: 0 } },
      { ...meanReduction({ downMbps: [8] }), expects: { atMost: 0 } },
    ),
  },
  {
    id: 'section-v-b-queue',
    place: 'section V-B',
    says: 'Parallel connections of HTTPS fill the queue: round trips grow, packets are lost; SPDY loses hardly any.',
    condition: 'low rates, 150 ms, queue of 256 packets',
    printed: [
      [256, 'packets', 'queue'],
      [570, '%', 'growth of the round trip under HTTPS, most'],
      [3, '%', 'lost under HTTPS, most'],
    ],
    decision: {
      plan: 'elkhatib-bandwidth',
      cells: { ...PAGES, downMbps: [0.064, 0.128, 0.256, 0.512, 1] },
      metric: 'retransmissions',
      clauses: [saves('retransmissions', 50)],
      but: 'They stand for what the queue drops. How long it delays is not decided: packets show round trips of set-ups alone',
    },
  },
  {
    id: 'section-v-b-queue-lengths',
    place: 'section V-B, footnote 5',
    says: 'Longer queues mean longer delays and more loss.',
    condition: 'queues of 64, 256 and 512 packets',
    printed: [
      [296, '%', 'growth of the round trip, 64 packets, most'],
      [1, '%', 'lost, 64 packets'],
      [920, '%', 'growth of the round trip, 512 packets, most'],
      [5, '%', 'lost, 512 packets'],
    ],
    decision: {
      plan: 'elkhatib-queue',
      cells: PAGES,
      metric: 'retransmissions',
      clauses: [
        {
          value: {
            as: 'difference',
            of: { arm: 'h1', at: { queuePackets: 512 } },
            over: { arm: 'h1', at: { queuePackets: 64 } },
          },
          summary: { is: 'mean' },
          expects: { atLeast: 1 },
        },
        {
          metric: 'rtt_max_ms',
          value: {
            as: 'difference',
            of: { arm: 'h1', at: { queuePackets: 512 } },
            over: { arm: 'h1', at: { queuePackets: 64 } },
          },
          summary: { is: 'mean' },
          expects: { atLeast: 100 },
        },
      ],
    },
  },
  {
    id: 'section-v-b-window',
    place: 'section V-B',
    says: 'Larger initial windows raise delay and loss under HTTPS, and let SPDY gain more without either.',
    condition: '1 Mbit/s, 150 ms, windows of 3, 7, 10 and 16 segments',
    printed: [
      [3, 'segments', 'smallest window'],
      [16, 'segments', 'largest window'],
    ],
    decision: sweep(
      'elkhatib-iw',
      { ...reductionContrast('initcwnd', 16, 3), expects: { atLeast: 3 } },
      {
        metric: 'retransmissions',
        value: {
          as: 'difference',
          of: { arm: 'h1', at: { initcwnd: 16 } },
          over: { arm: 'h1', at: { initcwnd: 3 } },
        },
        summary: { is: 'mean' },
        expects: { atLeast: 1 },
      },
    ),
  },
  {
    id: 'section-v-b-throughput',
    place: 'section V-B',
    says: 'SPDY’s window opens faster than that of any of the parallel connections, and its throughput is higher over slow links and lower over fast ones.',
    condition: '150 ms, no loss',
    printed: [
      [10, '%', 'more throughput over slow links, about'],
      [2, '%', 'less throughput over fast links, least'],
      [10, '%', 'less throughput over fast links, most'],
    ],
    decision: undecided(SAME_BYTES),
  },
  {
    id: 'figure-5',
    place: 'Figure 5',
    says: 'Phases of loads of YouTube by rate: HTTPS spends its time in setting up, SPDY in waiting for its connection.',
    condition: 'YouTube, 150 ms, no loss',
    printed: [],
    decision: {
      plan: 'elkhatib-bandwidth',
      cells: { page: ['youtube'] },
      metric: 'phase_ms.connect',
      clauses: [saves('phase_ms.connect', 50), WAITS_LONGER],
    },
  },
  {
    id: 'figure-6',
    place: 'Figure 6',
    says: 'Loss harms SPDY far more than HTTPS, imgur most.',
    condition: '1 Mbit/s, 150 ms, 0 to 3 % lost',
    printed: [],
    decision: sweep(
      'elkhatib-loss',
      { ...reductionContrast('lossFraction', 0, 0.03), expects: { atLeast: 10 } },
      { ...meanReduction({ lossFraction: [0.03] }), expects: { atMost: 0 } },
      {
        ...reductionContrast('page', 'imgur', 'youtube'),
        where: { lossFraction: [0.03] },
        expects: { atMost: 0 },
      },
    ),
  },
  {
    id: 'section-v-c-half-percent',
    place: 'section V-C',
    says: 'Half a percent of loss can undo what SPDY gains.',
    condition: '1 Mbit/s, 150 ms',
    printed: [[0.5, '%', 'lost, enough to undo the gain']],
    decision: sweep('elkhatib-loss', {
      ...meanReduction({ lossFraction: [0.005] }),
      expects: { atMost: 0 },
    }),
  },
  {
    id: 'section-v-c-throughput',
    place: 'section V-C',
    says: 'Loss takes a much larger share of SPDY’s throughput than of HTTPS’s.',
    condition: '1 Mbit/s, 150 ms, CUBIC',
    printed: [[7, 'x', 'effect of loss on throughput over that on HTTPS, most']],
    decision: undecided(SAME_BYTES),
  },
  {
    id: 'section-v-c-packets',
    place: 'section V-C',
    says: 'By reusing connections SPDY sends fewer packets, up to half of them.',
    condition: '1 Mbit/s, 150 ms',
    printed: [[49, '%', 'fewer packets, most']],
    decision: {
      plan: 'elkhatib-loss',
      cells: PAGES,
      metric: 'packets',
      clauses: [{ value: REDUCTION, summary: { is: 'largest' }, expects: { atLeast: 25 } }],
    },
  },
]
