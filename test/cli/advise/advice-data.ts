import type {
  AdviceDocument,
  DrawnLoad,
  ReplayedArmAdvice,
  WhatIfAdvice,
} from '../../../advise/advice-document.ts'
import type { NetworkName } from '../../../advise/network-words.ts'

type Interval = readonly [number, number]

/** HTTP/3 over HTTP/2 by networks, each with its gain, interval and outcome. */
export type Gains = Partial<
  Record<
    NetworkName,
    readonly [gain: number, interval: Interval | null, outcome: ReplayedArmAdvice['outcome']]
  >
>

export const GAINS: Gains = {
  fibre: [1.01, [0.99, 1.03], 'no difference'],
  '4g': [1.24, [1.19, 1.29], 'faster'],
  '3g': [1.05, [0.9, 1.2], 'not decided'],
}

/** An advice on a page that speaks HTTP/2 alone. */
export function adviceOf(gains: Gains = GAINS, given: Partial<AdviceDocument> = {}): AdviceDocument {
  return {
    format: 'towline-advice/1',
    towline: '1.2.3',
    url: 'https://shop.test/',
    startedAt: '2026-11-28T18:00:00.000Z',
    state: 'finished',
    internet: true,
    browser: 'Chrome 156.0',
    answer: 'On 4G, HTTP/3 would show this page 1.24 times as fast as HTTP/2 (1.19–1.29).',
    advice: [],
    baseline: 'h2',
    speaks: { h1: true, h2: true, h3: false, h3ByAltSvc: false, h3ByDns: false },
    hosts: [{ host: 'shop.test', requests: 12, protocols: ['h2'] }],
    live: { link: null, baseline: 'h1', arms: [], sentences: ['HTTP/2 is faster than HTTP/1.1.'] },
    replays: {
      by: 'graph',
      why: 'its graph is within 10 %',
      networks: Object.entries(gains).map(([network, [gain, interval, outcome]]) => ({
        network: network as NetworkName,
        ...{ rttMs: 170, downMbps: 9, upMbps: 9, link: '170 ms RTT, 9/9 Mbit/s, queue of 256 packets' },
        arms: [
          armOf({ arm: 'h2', gain: null, interval: null, outcome: 'too few rounds', wireLimitMs: null }),
          armOf({ arm: 'h3', gain, interval: interval === null ? null : [...interval], outcome }),
        ],
      })),
    },
    whatIfs: [],
    faithful: ['Replays are within 3 % of live loads.'],
    notShown: [],
    assertions: [],
    ...given,
  }
}

/** A load of three requests, as a report draws it. */
export function loadOf(arm: DrawnLoad['arm']): DrawnLoad {
  const marks = { ttfbMs: 120, fcpMs: 300, lcpMs: 480, dclMs: 500, loadMs: 700 }
  return { arm, round: 2, n: 6, marks, entries: [0, 150, 200].map((startMs) => entryOf(arm, startMs)) }
}

function entryOf(arm: DrawnLoad['arm'], startMs: number): DrawnLoad['entries'][number] {
  return {
    ...{ startMs, durationMs: 120, url: `https://shop.test/${startMs}`, host: 'shop.test', method: 'GET' },
    ...{ status: 200, error: null, protocol: arm === 'h3' ? 'h3' : 'h2', type: 'script', sizeBytes: 9_000 },
    ...{ connection: '1', fromCache: false, initialPriority: null, priority: null, renderBlocking: null },
    initiator: null,
    phases: {
      ...{ blockedMs: 1, dnsMs: null, connectMs: null, sslMs: null, sendMs: 1, waitMs: 100, receiveMs: 18 },
    },
  }
}

function armOf(given: Partial<ReplayedArmAdvice>): ReplayedArmAdvice {
  const medianMs = given.arm === 'h2' ? 1_240 : 1_000
  return {
    ...{ arm: 'h3', loads: 30, leftOut: 0, medianMs, gain: null, interval: null, rounds: 30 },
    ...{ outcome: 'faster', smallestDetectablePercent: 4, elsewhere: null, wireLimitMs: 400 },
    ...given,
  }
}

export function whatIfOf(given: Partial<WhatIfAdvice> = {}): WhatIfAdvice {
  return {
    name: 'merge-shards',
    title: 'Serve the page from one host',
    why: 'Three hosts need a connection each.',
    ...{ applies: true, tried: true, advised: true },
    howToDo: [{ where: 'nginx', how: 'Name them in `server_name`.' }],
    results: [
      {
        network: '4g',
        ...{ before: 'h2', after: 'h2', beforeMs: 1_200, afterMs: 1_000 },
        ...{ gain: 1.2, interval: [1.15, 1.25], rounds: 30, outcome: 'faster' },
      },
    ],
    ...given,
  }
}
