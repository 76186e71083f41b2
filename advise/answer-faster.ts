import { originOf } from '../lab/replay/replayed-origin.ts'
import type { Exchange } from '../model/recording/exchange.ts'
import type { Recording } from '../model/recording/recording.ts'
import { median } from '../stats/median.ts'
import { changeRecording } from './changed-recording.ts'
import { secureHosts } from './page-hosts.ts'
import type { WhatIf } from './what-if.ts'

/** Time of a cache at the edge, milliseconds, with much to spare. */
const FAST_MS = 20

/** A wait that a visitor could notice, in all. */
const NOTICEABLE_MS = 100

export const answerFaster: WhatIf = {
  name: 'answer-faster',
  title: `Answer within ${FAST_MS} ms`,
  howToDo: [
    {
      where: 'nginx',
      how: '`proxy_cache` or `fastcgi_cache` with `proxy_cache_valid 200 1m;` and `proxy_cache_use_stale updating;` in front of the application.',
    },
    { where: 'Caddy, Apache', how: 'The plugin cache-handler; mod_cache with mod_cache_disk.' },
    {
      where: 'Cloudflare and other CDNs',
      how: 'A rule that caches HTML, with `Cache-Control: s-maxage=60, stale-while-revalidate=600` from the origin.',
    },
  ],
  appliesTo: ({ recording }) => {
    const slow = recording.exchanges.filter((exchange) => longestMs(exchange, recording) > NOTICEABLE_MS)
    const [slowest] = slow.toSorted((a, b) => longestMs(b, recording) - longestMs(a, recording))
    if (slowest === undefined)
      return {
        applies: false,
        why: `No answer of the site’s own hosts takes its server more than ${NOTICEABLE_MS} ms.`,
      }
    const others = slow.length === 1 ? '' : `, and ${slow.length - 1} more over ${NOTICEABLE_MS} ms`
    return {
      applies: true,
      why: `The server takes ${Math.round(longestMs(slowest, recording))} ms for ${new URL(slowest.url).pathname.slice(0, 60)}${others}: no protocol makes that shorter.`,
    }
  },
  arms: null,
  change: (from, to) =>
    changeRecording(from, to, (recording) => ({
      ...recording,
      exchanges: recording.exchanges.map((exchange) =>
        isOwn(exchange, recording) ? answeredFast(exchange) : exchange,
      ),
    })),
  levels: {},
}

const isOwn = ({ url }: Exchange, recording: Recording): boolean => {
  const { origin } = new URL(url)
  return secureHosts(recording, 'own').some((host) => originOf(host).origin === origin)
}

/** Returns the time of a host of the site, median of the loads for times; 0 of others, and where no load shows it. */
function longestMs(exchange: Exchange, recording: Recording): number {
  if (!isOwn(exchange, recording)) return 0
  const counted = new Set(
    recording.loads.flatMap(({ purpose, ordinal }) => (purpose === 'times' ? ordinal : [])),
  )
  const waits = exchange.timings.flatMap(({ load, serverMs, thinkMs }) =>
    counted.has(load) ? (serverMs ?? thinkMs ?? []) : [],
  )
  return median(waits) ?? 0
}

function answeredFast(exchange: Exchange): Exchange {
  const { pauses: _, bound, ...rest } = exchange
  return {
    ...rest,
    ...(bound !== undefined && {
      bound: bound && { ...bound, ms: Math.min(bound.ms, FAST_MS) },
    }),
    timings: exchange.timings.map((timing) => ({
      ...timing,
      thinkMs: timing.thinkMs === null ? null : Math.min(timing.thinkMs, FAST_MS),
      ...(timing.serverMs != null && { serverMs: Math.min(timing.serverMs, FAST_MS) }),
    })),
  }
}
