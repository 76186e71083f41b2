import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeAuthority } from '../../lab/network/authority.ts'
import { serverCommand } from '../../lab/origin/origin.ts'
import type { ServeOrder } from '../../lab/origin/serve-order.ts'
import { findServerProgram } from '../../lab/origin/server-program.ts'
import type { ReplayAnswer, ReplayFile } from '../../lab/replay/replay-file.ts'
import type { Recording } from '../../model/recording/recording.ts'
import { recordPage } from '../../record/live/record-page.ts'
import { median } from '../../stats/median.ts'

export const PROTOCOLS = ['http/1.1', 'h2', 'h3'] as const
export const THINK_TIMES_MS = [0, 5, 20, 100, 300, 800] as const
/** Of each think time on the page, one after the other. */
const REPEATS = 5
/** One load writes down everything; its times do not count. */
const LOADS = 4
const HOST = 'think.test'
const ADDRESS = '127.0.0.1'

/** One think time under one protocol, as the recorder measures it. */
export interface ThinkTime {
  readonly plannedMs: number
  readonly n: number
  readonly medianMs: number
  /** Largest |seen − planned|. */
  readonly worstErrorMs: number
}

/** Replays a page whose answers take known times, over loopback, and records it. */
export async function measureThinkTimes(
  protocol: (typeof PROTOCOLS)[number],
  folder: string,
  cacheDir: string,
  ports: { readonly http: number; readonly https: number },
  signal: AbortSignal,
): Promise<ThinkTime[]> {
  await mkdir(join(folder, 'bodies'), { recursive: true })
  const authority = await makeAuthority(join(folder, 'tls'))
  const certificate = await authority.issue('think', [HOST])
  const replayFile = join(folder, 'replay.json')
  await writeFile(join(folder, 'bodies', 'page'), PAGE)
  await writeFile(replayFile, JSON.stringify(plannedReplay()))
  const order: ServeOrder = {
    ...{
      server: 'towline' as const,
      www: folder,
      replayFile,
      hosts: [{ name: HOST, address: ADDRESS }],
      ports,
    },
    ...{ ...certificate, think: {}, maxConcurrentStreams: null, cacheControl: null, altSvc: false },
    alpn: protocol === 'h3' ? ['h3', 'h2'] : [protocol],
    quicInitialWindowPackets: null,
  }
  const [command] = await serverCommand(order, folder, await findServerProgram('towline', cacheDir))
  if (command === undefined) throw new Error('nothing to start')
  const [program = '', ...args] = command.argv
  // It ends with its standard input.
  const server = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'], env: command.env })
  try {
    await Promise.race([once(server.stdout, 'data'), once(server, 'exit').then(() => Promise.reject(ENDED))])
    const recording = await recordPage(`https://${HOST}/`, join(folder, 'recording'), {
      loads: LOADS,
      pause: async () => {},
      whyNot: async () => null,
      refused: () => false,
      robotsToken: null,
      browser: {
        caFile: authority.caFile,
        sandbox: 'preferred',
        userAgentSuffix: ' towline/bench',
        switches: [
          `--host-resolver-rules=MAP ${HOST} ${ADDRESS}:${ports.https}`,
          ...(protocol === 'h3' ? [`--origin-to-force-quic-on=${HOST}:443`] : []),
        ],
      },
      privateRoot: false,
      link: null,
      toolVersion: 'bench',
      say: () => {},
      signal,
    })
    return THINK_TIMES_MS.map((plannedMs) => thinkTime(plannedMs, protocol, recording))
  } finally {
    server.kill('SIGKILL')
  }
}

const ENDED = new Error('the server of the lab ended')

/** The load event waits for the image, which comes when all is over. */
const PAGE = `<!doctype html><title>think</title><img src=/end><script>
(async () => {
  for (let round = 0; round < ${REPEATS}; round += 1)
    for (const ms of ${JSON.stringify(THINK_TIMES_MS)}) await (await fetch('/think?ms=' + ms + '&round=' + round)).text()
})()
</script>`
const END_MS = 9_000

function plannedReplay(): ReplayFile {
  const url = `https://${HOST}/`
  const made = (id: number, path: string, thinkMs: number, status = 204): ReplayAnswer => ({
    ...{ id, method: 'GET', url: url + path, requestBodySha256: null, range: null, status, thinkMs },
    ...{ headers: [['Cache-Control', 'no-store']], body: null, ending: 'whole' },
  })
  const page: ReplayAnswer = {
    ...made(0, '', 0, 200),
    headers: [['Content-Type', 'text/html']],
    body: 'page',
  }
  const planned = THINK_TIMES_MS.flatMap((ms) =>
    [...Array(REPEATS).keys()].map((round) => ({ ms, path: `think?ms=${ms}&round=${round}` })),
  )
  const all = [{ ms: END_MS, path: 'end' }, ...planned]
  return {
    page: url,
    bodies: 'bodies',
    answers: [page, ...all.map(({ ms, path }, i) => made(i + 1, path, ms))],
  }
}

/** @throws Error where a load has it by another protocol, or not at all */
function thinkTime(plannedMs: number, protocol: string, { exchanges }: Recording): ThinkTime {
  const own = exchanges.filter(({ url }) => new URL(url).search.startsWith(`?ms=${plannedMs}&round=`))
  const timings = own.flatMap((each) => each.timings.filter(({ load }) => load > 0))
  const other = timings.find((timing) => timing.protocol !== protocol)
  if (other !== undefined) throw new Error(`${protocol} was asked for, ${other.protocol} came`)
  const seenMs = timings.flatMap(({ thinkMs }) => thinkMs ?? [])
  const medianMs = median(seenMs)
  if (medianMs === undefined) throw new Error(`${protocol}: no load shows a think time of ${plannedMs} ms`)
  const worstErrorMs = Math.max(...seenMs.map((ms) => Math.abs(ms - plannedMs)))
  return { plannedMs, n: seenMs.length, medianMs, worstErrorMs }
}
