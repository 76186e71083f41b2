import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { adviceSchema } from '../../advise/advice-document.ts'
import { openSandbox, type Sandbox } from '../../lab/sandbox/open.ts'
import { type RunFolder, runFolder } from '../cli/run-folder.ts'
import { noBrowser } from '../crawler/probe/browser/probe-browser.ts'
import { whyNoLink } from '../lab/link/why-no-link.ts'
import { whyNoServer } from '../lab/origin/running-server.ts'
import { networkOf } from './probe/probe-folder.ts'

const skip = noBrowser || whyNoLink() || (await whyNoServer('towline'))

const SHORT = ['--networks=3g', '--busy-limit=1', '--minutes=5']

describe('pages of the sandbox that no advice can be given on', { skip }, () => {
  let sandbox: Sandbox
  let folder: RunFolder
  before(async () => {
    sandbox = await openSandbox()
    folder = await runFolder()
  })
  after(async () => {
    await folder?.[Symbol.asyncDispose]()
    await sandbox?.[Symbol.asyncDispose]()
  })

  const folderOf = (url: string): string => join(folder.path, 'advice', url)
  async function advise(url: string) {
    const flags = [...SHORT, ...networkOf(sandbox).slice(0, -2), '--folder', join(folder.path, 'advice')]
    const run = folder.start(['advise', url, ...flags, '--cache', folder.cache], (argv) =>
      sandbox.command(argv),
    )
    const { code } = await run.ended
    return { code, stderr: run.stderr() }
  }

  for (const [url, words] of [
    ['nxdomain.test', /^towline: no site can be probed \(nxdomain\.test: no answer .*dns_nxdomain\)$/m],
    ['plain-http.test', /^towline: no site can be probed \(plain-http\.test: no https in the survey\)$/m],
    ['robots-all.test', /^towline: no site can be probed \(robots-all\.test: .*robots_disallowed\)$/m],
  ] as const)
    test(`${url} is refused in one sentence, and has an exit code`, async () => {
      const { code, stderr } = await advise(url)
      assert.equal(code, 65, stderr)
      assert.match(stderr, words)
    })

  for (const [url, words] of [
    ['page-403.test', /no load of https:\/\/page-403\.test\/ counts: parked/],
    ['page-download.test', /no load of https:\/\/page-download\.test\/ counts: .*page_download/],
  ] as const)
    test(`${url} has a report that says why, and is asked for no recording`, async () => {
      const { code, stderr } = await advise(url)
      assert.equal(code, 3, stderr)
      const text = await readFile(join(folderOf(url), 'advice.json'), 'utf8')
      assert.match(adviceSchema.parse(JSON.parse(text)).answer, words)
      assert.equal(existsSync(join(folderOf(url), 'recording')), false)
      assert.ok(existsSync(join(folderOf(url), 'report.html')))
    })
})
