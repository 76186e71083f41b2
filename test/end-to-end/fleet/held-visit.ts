import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder, towline } from '../../cli/towline.ts'
import { serveDns } from '../../servers/dns.ts'
import { localWorker, type RunningWorker } from './fleet-command.ts'

const SITES = ['a.test', 'b.test', 'c.test']
const NETWORK = ['--allow-address', '127.0.0.0/8']
const NXDOMAIN = { rcode: 3 }

/** A worker in the middle of its first visit, of a survey of three sites in three jobs. */
export interface HeldVisit extends AsyncDisposable {
  readonly worker: RunningWorker
  /** The sites that were looked up. */
  asked(): ReadonlySet<string>
  /** Lets the visit, and all later ones, go on. */
  release(): void
}

/** Adds the survey and starts the worker. The visit's first question waits for its answer until it is released. */
export async function holdVisit(database: string): Promise<HeldVisit> {
  await using resources = new AsyncDisposableStack()
  const folder = resources.use(await temporaryFolder())
  await writeFile(join(folder.path, 'list.csv'), SITES.map((site) => `${site}\n`).join(''))
  const visiting = Promise.withResolvers<void>()
  let isReleased = false
  const resolver = resources.use(
    await serveDns(({ name }) => {
      if (!SITES.includes(name)) return NXDOMAIN
      visiting.resolve()
      return isReleased ? NXDOMAIN : { silent: true }
    }),
  )
  const flags = [...NETWORK, '--resolver', resolver.address, '--concurrency', '1']
  const worker = resources.use(localWorker(database, folder.path, 'here', flags))
  await worker.says('here takes jobs')
  const added = await towline(
    ['jobs', 'add', 'survey', '--list', 'list.csv', '--sites-per-job', '1', ...NETWORK],
    { cwd: folder.path, env: { DATABASE_URL: database } },
  )
  assert.match(added.stdout, /^survey:1: 3 sites .* from here, in 3 jobs$/m, added.stderr)
  await Promise.race([visiting.promise, worker.ended])
  const kept = resources.move()
  return {
    worker,
    asked: () => new Set(resolver.asked.map(({ name }) => name).filter((name) => SITES.includes(name))),
    release() {
      isReleased = true
    },
    [Symbol.asyncDispose]: () => kept[Symbol.asyncDispose](),
  }
}
