import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openSandbox, type Sandbox } from '../../lab/sandbox/open.ts'
import { readSites } from '../../lab/sandbox/site/sites.ts'
import { networkFlags, runTowline, startWorkers } from '../harness/workers.ts'
import { checkBlocks } from './check-blocks.ts'
import { disturb, notedBreaks, untilDone } from './disturb.ts'
import type { Finding, KillRun } from './kill-run.ts'
import type { Break } from './turns.ts'

/** Replicas of these are loaded: two by Caddy over all three protocols, one by nginx over two. */
const KINDS = ['all-three.test', 'h3-altsvc.test', 'h2-nginx.test']
/** One site of each kind on each list. */
const LISTS = 4
/** More than workers: one waits while the lease of a killed worker runs out. The fifth loads the sites of the first. */
const CAMPAIGNS = 5
/** The default of `towline worker`. */
const PER_ADDRESS = 2
/** A block takes about so long. */
const BLOCK_MS = 8_000

/** Campaigns with a browser; each round of a site is to be recorded once, by one worker, and no address to be crowded. */
export async function campaignKills(run: KillRun, wantedBlocks: number): Promise<Finding[]> {
  const { server, workerCount, folder, say } = run
  const rounds = Math.max(1, Math.round(wantedBlocks / (CAMPAIGNS * KINDS.length)))
  const blocks = rounds * CAMPAIGNS * KINDS.length
  await using sandbox = await openSandbox({ ...sites(), clients: workerCount, accessLog: true })
  await using workers = startWorkers({
    ...{ sandbox, folder, url: server.url, count: workerCount },
    flags: ['--concurrency', '8', '--per-address', String(PER_ADDRESS)],
  })
  await workers.ready()
  await survey(run, sandbox)
  const sinceMs = Date.now()
  await addCampaigns(run, sandbox, rounds)
  say(`${blocks} blocks: ${CAMPAIGNS} campaigns of ${KINDS.length} sites and ${rounds} rounds`)

  const breaks: Break[] = []
  const done = async (): Promise<number> => {
    const [row] = await server.tryQuery(
      "SELECT count(*) AS done FROM towline_jobs.job WHERE name LIKE 'campaign/%' AND state = 'completed'",
    )
    return Number(row?.done ?? 0)
  }
  const noted = notedBreaks({ server, workers, clients: sandbox.clients }, breaks)
  const work = { ...run, ...noted, total: blocks, done, momentMs: BLOCK_MS }
  await disturb(work)
  await untilDone(work)
  const requests = (await sandbox.requests()).filter(({ startMs }) => startMs >= sinceMs)
  const findings = await checkBlocks({ server, blocks, requests, breaks, perAddress: PER_ADDRESS })
  if (findings.some(({ holds }) => !holds)) for (const line of await workers.lastWarnings(20)) say(line)
  return findings
}

/** Replicas of a site have so many addresses in turn. */
const ADDRESSES = 32

/** So many replicas that each list has one of each kind, all of a kind at the same address. */
function sites(): { readonly sites: number } {
  const specs = readSites()
  const kinds = specs.filter(({ replicable }) => replicable).length
  return { sites: specs.length + kinds * (ADDRESSES * (LISTS - 1) + 1) }
}

const replica = (kind: string, list: number): string =>
  `${String(1 + ADDRESSES * list).padStart(5, '0')}.${kind}`

async function survey({ server, folder, say }: KillRun, sandbox: Sandbox): Promise<void> {
  for (let list = 0; list < LISTS; list += 1) {
    const file = join(folder, `list-${list}.csv`)
    await writeFile(file, KINDS.map((kind) => `${replica(kind, list)}\n`).join(''))
    await runTowline(sandbox, server.url, [
      ...['jobs', 'add', 'survey', '--list', file, ...networkFlags(sandbox)],
    ])
  }
  while ((await server.tryQuery("SELECT 1 FROM surveys WHERE state = 'finished'")).length < LISTS)
    await sleep(500)
  say(`${LISTS} lists of ${KINDS.length} sites are surveyed`)
}

async function addCampaigns({ server }: KillRun, sandbox: Sandbox, rounds: number): Promise<void> {
  for (let campaign = 0; campaign < CAMPAIGNS; campaign += 1)
    await runTowline(sandbox, server.url, [
      ...['jobs', 'add', 'campaign', '--from-survey', String(1 + (campaign % LISTS))],
      ...['--select', String(KINDS.length), '--serve', 'h1,h2', '--arms', 'h1,h2,h3'],
      ...['--rounds', String(rounds), '--sites-per-job', '1', '--seed', String(1 + campaign)],
      ...['--pause', '1ms', '--busy-limit', '1', '--no-capture', ...networkFlags(sandbox)],
    ])
}
