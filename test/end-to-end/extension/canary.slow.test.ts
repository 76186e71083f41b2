import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { pino } from 'pino'
import type { Database } from '../../../db/connection/database.ts'
import { openStudy } from '../../../db/field/field-studies.ts'
import { backupSqlite } from '../../../db/maintenance/backup.ts'
import type { ContributionRecord } from '../../../extension/capture/types.ts'
import { type RunningServer, startServer } from '../../../server/main.ts'
import { temporarySqlite } from '../../db/databases.ts'
import { optIn, setDelay } from '../../extension/consent/opt-in.ts'
import { type ExtensionBrowser, noBrowser, openExtensionBrowser } from '../../extension/extension-browser.ts'
import { canaryHar, foundIn } from '../../extension/har/canary-har.ts'
import { chooseFile } from '../../extension/har/choose-file.ts'
import { until } from '../../extension/har/until.ts'
import { openRecordingWire, type RecordingWire } from '../../extension/send/recording-wire.ts'
import { openTestSites } from '../../extension/test-sites.ts'
import type { Answer } from '../../servers/web.ts'

const TODAY = new Date().toISOString().slice(0, 10)
const SITES = [
  { site: 7, domain: 'site.test' },
  { site: 8, domain: 'other.test' },
]

const canaries: string[] = []
const canary = (what: string): string => {
  const word = `canary-${what}-${crypto.randomUUID().slice(0, 8)}`
  canaries.push(word)
  return word
}

/** A page whose every text, name and value is a canary. */
const answer: Answer = (request, response) => {
  response.setHeader('set-cookie', `${canary('cookie-name')}=${canary('cookie')}`)
  response.setHeader('server', canary('server'))
  response.setHeader(canary('header-name'), canary('header'))
  response.setHeader('server-timing', `${canary('timing')};desc="${canary('timing-description')}"`)
  if (request.url !== '/') {
    response.setHeader('content-type', 'text/javascript')
    response.end(`const word = '${canary('script')}'`)
    return
  }
  response.setHeader('content-type', 'text/html')
  const address = `/${canary('path')}.js?${canary('query')}=${canary('value')}`
  response.end(`<!doctype html><title>${canary('title')}</title><!-- ${canary('comment')} -->
    <body id="${canary('id')}">${canary('body')}
    <script src="${address}"></script>
    <script src="https://parts.test/${canary('other-path')}.js"></script>
    <script>
      const [field, frame, key] = ['${canary('field')}', '${canary('frame')}', '${canary('stored')}']
      localStorage.setItem(key, key)
      performance.mark('${canary('mark')}')
      const form = new FormData()
      form.append(field, field)
      fetch('/${canary('posted-to')}', { method: 'POST', body: form }).catch(() => {})
      const socket = new WebSocket('wss://' + location.host + '/${canary('socket')}')
      socket.onopen = () => socket.send(frame)
    </script>`)
}

describe('of a page and a HAR whose every text is a canary (safety.md P1)', { skip: noBrowser }, () => {
  const resources = new AsyncDisposableStack()
  const logged: string[] = []
  let database: string
  let folder: string
  let db: Database
  let server: RunningServer
  let wire: RecordingWire
  let extension: ExtensionBrowser
  let records: readonly ContributionRecord[]

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'towline-canary-'))
    resources.defer(() => rm(folder, { recursive: true, force: true }))
    await writeFile(join(folder, 'index.html'), '<!doctype html><title>dashboard</title>')
    const file = resources.use(await temporarySqlite())
    database = file.url
    db = resources.use(await file.open())
    await openStudy(db, {
      ...{ list: 'sandbox', openedDay: TODAY, pilot: null, thresholds: null, sites: SITES },
    })
    server = await startServer({
      ...{ database, host: '127.0.0.1', port: 0, webFolder: folder, requestsPerMinute: 0 },
      log: pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) }),
      clock: () => performance.now(),
      now: () => new Date().toISOString(),
      toolVersion: '0.1.0',
    })
    resources.defer(() => server[Symbol.asyncDispose]())
    wire = resources.use(await openRecordingWire(server.address))
    const sites = resources.use(await openTestSites(answer))
    extension = resources.use(
      await openExtensionBrowser({
        ...{ caFile: sites.caFile, switches: sites.switches, server: wire.origin },
        study: { list: 'sandbox', fetchedDay: null, sites: SITES },
      }),
    )
    await setDelay(extension, 50)
    await optIn(extension, 'site.test', 'other.test')
    await extension.open(`https://site.test/#${canary('fragment')}`)
    await importHar('other.test')
    records = (await extension.until(({ history }) => history.length === 2)).history.map(
      ({ record }) => record,
    )
  })
  after(() => resources.disposeAsync())

  /** Reads a HAR in the extension’s own page and contributes its load. */
  async function importHar(domain: string): Promise<void> {
    const har = canaryHar({ domain, day: TODAY })
    canaries.push(...har.canaries)
    const file = join(folder, `${canary('file')}.har`)
    await writeFile(file, har.text)
    const page = await extension.open(`${extension.origin}/har/import.html`)
    await chooseFile(page, file)
    await page.locator('#contribute').click()
    await until(page, `document.getElementById('said')?.textContent.startsWith('Queued')`)
  }

  /** Whatever lies in the database’s folder: the file, and the log that it is written to first. */
  async function databaseFiles(): Promise<Map<string, Buffer>> {
    const names = await readdir(dirname(database))
    return new Map(
      await Promise.all(
        names.map(async (name) => [name, await readFile(join(dirname(database), name))] as const),
      ),
    )
  }

  test('both were taken, and are in the database', async () => {
    assert.deepEqual(records.map(({ site }) => site).toSorted(), [7, 8])
    const rows = await db.query('SELECT site, proto, excluded FROM contributions ORDER BY site')
    assert.deepEqual(
      rows.map(({ site, proto }) => [site, proto]),
      [
        [7, 'h2'],
        [8, 'h2'],
      ],
    )
    assert.ok(canaries.length > 150)
  })

  test('none is in any byte that was sent', () => {
    const sent = wire.sent().toString('latin1')
    for (const { key } of records) assert.ok(sent.includes(key), 'what was sent is looked at')
    assert.deepEqual(foundIn(sent, canaries), [])
    assert.doesNotMatch(sent, /site\.test|other\.test/)
  })

  test('none is in the database or its write-ahead log, and no pseudonym is', async () => {
    const files = await databaseFiles()
    assert.ok(files.has('test.sqlite') && files.has('test.sqlite-wal'))
    assert.ok(
      foundIn(Buffer.concat([...files.values()]), ['contributions']).length > 0,
      'the files are looked at',
    )
    for (const [name, bytes] of files) {
      assert.deepEqual(foundIn(bytes, canaries), [], name)
      for (const { cid, key } of records)
        for (const secret of [cid, key]) assert.ok(!bytes.includes(secret), `${name} has ${secret}`)
    }
  })

  test('none is in the log, nor who sent what', () => {
    const log = logged.join('')
    assert.ok(log.length > 0)
    assert.deepEqual(foundIn(log, canaries), [])
    for (const { cid, key } of records) assert.ok(!log.includes(cid) && !log.includes(key))
  })

  test('none is in a backup', async () => {
    const copy = join(folder, 'backup.sqlite')
    await backupSqlite(database, copy, AbortSignal.timeout(30_000))
    const bytes = await readFile(copy)
    assert.ok(bytes.length > 4_096)
    assert.deepEqual(foundIn(bytes, canaries), [])
  })

  test('none is left in the extension’s storage', async () => {
    const stored = await extension.ask<string>(
      'chrome.storage.local.get().then((all) => JSON.stringify(all))',
    )
    assert.ok(stored.includes(records[0]?.key ?? '?'))
    assert.deepEqual(foundIn(stored, canaries), [])
  })
})
