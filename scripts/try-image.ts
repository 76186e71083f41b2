import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { cacheFolder } from '../crawler/process/cache-folder.ts'
import { openSandbox } from '../lab/sandbox/open.ts'
import { buildImage } from './image/build-image.ts'
import { leftBehind } from './image/clean-root.ts'
import { composeServices } from './image/compose-services.ts'
import { startDatabase } from './image/database.ts'
import { type TrialOptions, tryRestored, tryServices } from './image/try-services.ts'

/**
 * Tries deploy/Dockerfile and deploy/compose.yaml where there is no container engine: the steps of the first in clean
 * roots of Debian, the services of the second in namespaces, until a survey job of the sandbox is done, all have ended
 * on SIGTERM, and a server has served what pg_dump and pg_restore carried to another PostgreSQL.
 * `node scripts/try-image.ts [--ca FILE]`, as root; needs mmdebstrap, PostgreSQL's programs and what
 * scripts/setup-sandbox.sh brings. Caddy, the proxy in front, is tested elsewhere.
 */
const { values } = parseArgs({
  options: {
    /** Certificate authorities of a network that has its own. */
    ca: { type: 'string' },
    /** Downloads of apt and npm. */
    cache: { type: 'string', default: join(cacheFolder(), 'image') },
    postgres: { type: 'string', default: '/usr/lib/postgresql/15/bin' },
  },
})
const CLONE = resolve(import.meta.dirname, '..')
const started = performance.now()
const say = (line: string): void =>
  console.log(`${((performance.now() - started) / 1000).toFixed(0).padStart(4)} s  ${line}`)

const folder = await mkdtemp(join(tmpdir(), 'towline-image-'))
// Users of the image and of the database pass through it.
await chmod(folder, 0o711)
try {
  await tryImage()
} finally {
  // What is killed with its namespace takes a moment to go.
  let left = await leftBehind(folder)
  for (let waited = 0; left.length > 0 && waited < 10_000; waited += 200) {
    await sleep(200)
    left = await leftBehind(folder)
  }
  // Where something is still mounted, deleting would follow it.
  if (left.length === 0) await rm(folder, { recursive: true })
  say(left.length === 0 ? 'nothing is left behind' : `left behind: ${left.join(', ')}`)
  if (left.length > 0) process.exitCode = 1
}

async function tryImage(): Promise<void> {
  const image = await buildImage({
    ...{ clone: CLONE, dockerfile: join(CLONE, 'deploy/Dockerfile'), folder, say },
    cache: resolve(values.cache),
    ...(values.ca === undefined ? {} : { ca: resolve(values.ca) }),
  })
  await using resources = new AsyncDisposableStack()
  const database = resources.use(await startDatabase(values.postgres, join(folder, 'database')))
  const options: TrialOptions = {
    ...{ image, say },
    sandbox: resources.use(await openSandbox()),
    services: composeServices(await readFile(join(CLONE, 'deploy/compose.yaml'), 'utf8'), {
      SITE: 'towline.example',
      CONTACT: 'https://towline.example/about-our-crawl',
    }),
  }
  const answers = await tryServices(options, database)

  // As docs/operate.md has it, to a PostgreSQL that has never seen towline.
  const file = join(folder, 'database/towline.dump')
  const role = await readFile(join(CLONE, 'deploy/worker-role.sql'), 'utf8')
  await database.run('psql', ['--quiet', '--command', role])
  await database.run('pg_dump', ['--format=custom', '--file', file])
  const other = resources.use(await startDatabase(values.postgres, join(folder, 'other')))
  await other.run('psql', ['--quiet', '--command', 'CREATE ROLE towline_worker NOLOGIN'])
  await other.run('pg_restore', ['--exit-on-error', '--single-transaction', '--dbname=towline', file])
  await other.run('psql', ['--quiet', '--command', role])
  await tryRestored(options, other, answers)
}
