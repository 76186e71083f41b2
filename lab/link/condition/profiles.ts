import type { LinkCondition } from './link.ts'
import { lossInBursts } from './loss.ts'

interface LinkProfile {
  readonly title: string
  /** Says where its numbers are from; which of them were chosen here. */
  readonly source: string
  readonly condition: LinkCondition
}

/** Packets of the queue where the source names none: as in elkhatib:section-v-b-queue. */
export const QUEUE_PACKETS = 256

/** The given values on a link without jitter, loss and limit. */
export function conditionWith(given: Partial<LinkCondition>): LinkCondition {
  return {
    rttMs: 0,
    jitterMs: 0,
    downMbps: null,
    upMbps: null,
    lossDown: 0,
    lossUp: 0,
    queuePackets: QUEUE_PACKETS,
    downTrace: null,
    upTrace: null,
    ...given,
  }
}

const ELKHATIB = 'Elkhatib, Tyson, Welzl, “Can SPDY Really Make the Web Faster?”, IFIP Networking 2014'
const GOOGLE = 'Welsh, Greenstein, Piatek, “SPDY Performance on Mobile Networks”, Google 2012'
const CABLELABS = 'White, “Analysis of Google SPDY and TCP initcwnd”, CableLabs 2012'
const WEBPAGETEST = 'WebPageTest, www/settings/connectivity.ini.sample'
const LIGHTHOUSE = 'Lighthouse, core/config/constants.js'
const QUEUE_HERE = 'queue of 256 packets chosen here'

/**
 * Links by name. Profiles of the same name differ by a factor of two between tools, so results print the whole
 * condition; `rttMs` is the full round trip.
 */
export const PROFILES = {
  'elkhatib-cellular': {
    title: 'Emulated cellular link of Elkhatib 2014: 150 ms, 1 Mbit/s',
    source: `${ELKHATIB} (elkhatib:figure-6, elkhatib:section-v-b-queue): the values that its other factors are varied about, queue of 256 packets`,
    condition: conditionWith({ rttMs: 150, downMbps: 1, upMbps: 1 }),
  },
  'google-3g': {
    title: 'Phone on 3G, Google 2012: 150 ms, 2/1 Mbit/s',
    source: `${GOOGLE} (google:method-link): 2 Mbit/s down, 1 Mbit/s up, 150 ms; ${QUEUE_HERE}`,
    condition: conditionWith({ rttMs: 150, downMbps: 2, upMbps: 1 }),
  },
  'cablelabs-10-1-20ms': cablelabs(10, 1, 20),
  'cablelabs-10-1-100ms': cablelabs(10, 1, 100),
  'cablelabs-20-2-20ms': cablelabs(20, 2, 20),
  'cablelabs-20-2-100ms': cablelabs(20, 2, 100),
  'lighthouse-slow-4g': {
    title: 'Slow 4G of Lighthouse: 150 ms, 1.64/0.75 Mbit/s',
    source: `${LIGHTHOUSE}, mobileSlow4G: 150 ms, 1.6 × 1024 kbit/s down, 750 kbit/s up; ${QUEUE_HERE}`,
    condition: conditionWith({ rttMs: 150, downMbps: 1.6384, upMbps: 0.75 }),
  },
  'webpagetest-3g': webpagetest('3G', 300, 1.6, 0.768),
  'webpagetest-4g': webpagetest('4G', 170, 9, 9),
  'webpagetest-lte': webpagetest('LTE', 70, 12, 12),
  'webpagetest-cable': webpagetest('Cable', 28, 5, 1),
  fibre: {
    title: 'Fibre: 10 ms, 50/50 Mbit/s',
    source:
      'chosen here: the highest rate that both backends are tested for, and a server in the same country; lines are sold that are faster',
    condition: conditionWith({ rttMs: 10, downMbps: 50, upMbps: 50, queuePackets: 512 }),
  },
  'satellite-geostationary': {
    title: 'Geostationary satellite: 600 ms, 20/2 Mbit/s',
    source:
      'RFC 2488, 2: 558 ms for there and back, to which the rest of the way is added (Michel et al., “A First Look at Starlink Performance”, IMC 2022, 1: about 600 ms at least); rates and queue chosen here',
    condition: conditionWith({ rttMs: 600, downMbps: 20, upMbps: 2, queuePackets: 512 }),
  },
  'satellite-low-orbit': {
    title: 'Low-orbit satellite: 50 ± 10 ms, 50/10 Mbit/s, 0.5 % lost in bursts of 4',
    source:
      'Michel et al., “A First Look at Starlink Performance”, IMC 2022: median 50 ms, quartiles 40 and 60 ms; rates (below theirs), loss and queue chosen here',
    condition: conditionWith({
      rttMs: 50,
      jitterMs: 5,
      downMbps: 50,
      upMbps: 10,
      lossDown: lossInBursts(0.005, 4),
      lossUp: lossInBursts(0.005, 4),
    }),
  },
} as const satisfies Readonly<Record<string, LinkProfile>>

export type ProfileName = keyof typeof PROFILES

export function isProfileName(name: string): name is ProfileName {
  return Object.hasOwn(PROFILES, name)
}

function cablelabs(downMbps: number, upMbps: number, rttMs: number): LinkProfile {
  return {
    title: `Cable link of CableLabs 2012: ${rttMs} ms, ${downMbps}/${upMbps} Mbit/s`,
    source: `${CABLELABS} (cablelabs:section-5-3-1-conditions): ${downMbps}/${upMbps} Mbit/s, ${rttMs} ms; ${QUEUE_HERE}`,
    condition: conditionWith({ rttMs, downMbps, upMbps }),
  }
}

function webpagetest(name: string, rttMs: number, downMbps: number, upMbps: number): LinkProfile {
  return {
    title: `${name} of WebPageTest: ${rttMs} ms, ${downMbps}/${upMbps} Mbit/s`,
    source: `${WEBPAGETEST} [${name}]; ${QUEUE_HERE}`,
    condition: conditionWith({ rttMs, downMbps, upMbps }),
  }
}
