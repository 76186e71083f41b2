import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CliError, EXIT } from '../../../cli/exit/exit-codes.ts'
import type { RunOptions } from '../../../cli/options/run-options.ts'
import { demandContact, isLive, userAgentOf, userAgentSuffix } from '../../../cli/options/run-settings.ts'
import { sqliteFile } from '../../../cli/options/sqlite-file-option.ts'
import { VERSION } from '../../../cli/options/version.ts'
import { sandboxDemand } from '../../../cli/probe/browser-sandbox.ts'

const LIVE = { allowAddress: [] as string[] }
const OWN = { allowAddress: ['10.0.0.0/8'] }

test('every request names the tool, and the contact where there is one', () => {
  const contact = 'https://example.org/crawl'
  assert.equal(userAgentOf({}), `Mozilla/5.0 (compatible; towline/${VERSION})`)
  assert.equal(userAgentOf({ contact }), `Mozilla/5.0 (compatible; towline/${VERSION}; +${contact})`)
  assert.equal(userAgentOf({ contact, userAgent: 'mine' }), 'mine')
  assert.equal(userAgentSuffix({ contact }), ` towline/${VERSION} (+${contact})`)
  assert.equal(userAgentSuffix({ userAgent: 'mine' }), ' mine')
})

test('a contact is demanded of a live run of more than 1,000 sites alone', () => {
  const demand = (options: object, sites: number) => () => demandContact(options as RunOptions, sites)
  assert.throws(
    demand(LIVE, 1_001),
    (error: unknown) => error instanceof CliError && error.exitCode === EXIT.config,
  )
  assert.doesNotThrow(demand(LIVE, 1_000))
  assert.doesNotThrow(demand(OWN, 1_001))
  assert.doesNotThrow(demand({ ...LIVE, contact: 'https://example.org' }, 1_001))
})

test('live pages are loaded by a browser with a sandbox of its own, unless the user allows otherwise', () => {
  assert.deepEqual([isLive(LIVE), isLive(OWN)], [true, false])
  assert.equal(sandboxDemand(LIVE), 'required')
  assert.equal(sandboxDemand({ ...LIVE, unsafeNoSandbox: true }), 'preferred')
  assert.equal(sandboxDemand(OWN), 'preferred')
})

test('a database of SQLite is a file, one of PostgreSQL has tools of its own', () => {
  for (const name of ['a.db', 'sqlite:a.db', 'sqlite://a.db'])
    assert.equal(sqliteFile(name, 'pg_dump'), 'a.db')
  assert.throws(() => sqliteFile('postgres://host/db', 'pg_dump'), /pg_dump/)
})
