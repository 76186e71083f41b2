import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { type AdviceDocument, adviceSchema } from '../../advise/advice-document.ts'
import { temporaryFolder, towline } from '../cli/towline.ts'
import { noBrowser } from '../crawler/probe/browser/probe-browser.ts'
import { whyNoLink } from '../lab/link/why-no-link.ts'
import { whyNoServer } from '../lab/origin/running-server.ts'

const skip = noBrowser || whyNoLink() || (await whyNoServer('towline'))

const SHORT = ['--sandbox', '--networks=3g', '--busy-limit=1']

async function readAdviceIn(folder: string): Promise<AdviceDocument> {
  return adviceSchema.parse(JSON.parse(await readFile(join(folder, 'advice.json'), 'utf8')))
}

test('what cannot be advised on is said in one sentence, and has an exit code', { skip }, async (t) => {
  for (const [url, code, words] of [
    ['nxdomain.test', 65, /^towline: no site can be probed \(nxdomain\.test: no answer .*dns_nxdomain\)$/m],
    ['plain-http.test', 65, /^towline: no site can be probed \(plain-http\.test: no https in the survey\)$/m],
    ['robots-all.test', 65, /^towline: no site can be probed \(robots-all\.test: .*robots_disallowed\)$/m],
  ] as const)
    await t.test(url, async () => {
      await using folder = await temporaryFolder()
      const ended = await towline(['advise', url, ...SHORT, '--minutes=5'], { cwd: folder.path })
      assert.equal(ended.code, code, ended.stderr + ended.stdout)
      assert.match(ended.stderr, words)
    })
})

test('a page that refuses, or is none, has a report that says so, and is asked for no recording', {
  skip,
}, async (t) => {
  for (const [url, words] of [
    ['page-403.test', /no load of https:\/\/page-403\.test\/ counts: parked/],
    ['page-download.test', /no load of https:\/\/page-download\.test\/ counts: .*page_download/],
  ] as const)
    await t.test(url, async () => {
      await using folder = await temporaryFolder()
      const ended = await towline(['advise', url, ...SHORT, '--minutes=5'], { cwd: folder.path })
      assert.equal(ended.code, 3, ended.stderr)
      const made = join(folder.path, 'data/advice', url)
      const advice = await readAdviceIn(made)
      assert.match(advice.answer, words)
      assert.equal(existsSync(join(made, 'recording')), false)
      assert.ok(existsSync(join(made, 'report.html')))
    })
})
