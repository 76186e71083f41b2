import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { openDatabase } from '../../../db/connection/open.ts'
import { latestSurvey } from '../../../db/survey/surveys.ts'
import { noBrowser } from '../../crawler/probe/browser/probe-browser.ts'
import { serveDns } from '../../servers/dns.ts'
import { probeFolder } from './probe-folder.ts'

const QUICK = ['--rounds', '6', '--pause', '1ms', '--busy-limit', '1', '--no-capture']

describe('towline check', { skip: noBrowser }, () => {
  test('a protocol that the site does not speak is named with its reason; --sandbox opens a sandbox', async () => {
    await using folder = await probeFolder()
    const checks = join(folder.path, 'checks')
    const flags = ['--folder', checks, '--cache', folder.cache, ...QUICK]
    const run = folder.start(['check', 'h1-apache.test', '--sandbox', ...flags])
    assert.equal((await run.ended).code, 3, run.stderr())
    assert.match(run.stderr(), /^no verdict: .*Only HTTP\/1\.1 could be loaded: nothing to compare\./m)
    assert.match(run.stdout(), /^h1-apache\.test: Answers HTTP\/1\.1; does not answer HTTP\/2, HTTP\/3; /m)
    assert.match(run.stdout(), /^Only HTTP\/1\.1 could be loaded: nothing to compare\.$/m)
    assert.match(run.stdout(), /^HTTP\/2 was not compared: .*h2_not_negotiated/m)
  })

  test('a site that does not answer is an error with its reason, and no page is written', async () => {
    await using folder = await probeFolder()
    const checks = join(folder.path, 'checks')
    await using dns = await serveDns(() => ({ rcode: 3 }))
    const network = ['--resolver', dns.address, '--allow-address', '127.0.0.0/8']
    const flags = ['--folder', checks, '--cache', folder.cache, ...network, ...QUICK]
    const run = folder.start(['check', 'nowhere.test', ...flags])
    assert.equal((await run.ended).code, 65, run.stderr())
    assert.match(run.stderr(), /nowhere\.test cannot be measured: .*dns_nxdomain \(/)
    await using db = await openDatabase({ url: join(checks, 'nowhere.test.sqlite'), readOnly: true })
    assert.equal((await latestSurvey(db))?.sites, 1)
    assert.ok(!(await readdir(checks)).includes('nowhere.test.html'))
  })
})
