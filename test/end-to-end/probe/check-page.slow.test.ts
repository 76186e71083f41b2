import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { checkSchema } from '../../../cli/check/check-json.ts'
import { ENTRY } from '../../../cli/options/entry.ts'
import { environment, temporaryFolder } from '../../cli/towline.ts'
import { noBrowser } from '../../crawler/probe/browser/probe-browser.ts'
import { findCaddy, startCaddySite } from '../../servers/caddy.ts'
import { makeTrustFolder } from '../../servers/trust-folder.ts'
import { readCampaign } from './recorded.ts'

const caddy = findCaddy()
const skip = noBrowser || (caddy === null ? 'no Caddy' : false)

test('the action checks a page at a port of this machine under all three protocols, and fails on a shown miss', {
  skip,
}, async () => {
  await using trust = await makeTrustFolder('DNS:localhost')
  await using server = await startCaddySite(caddy ?? '', trust.folder, trust.pair, {
    hosts: ['localhost'],
    directives: `respond /robots.txt "User-agent: *"
  header Content-Type text/html
  respond /shop "<!doctype html><title>shop</title>{query}"
  respond 404`,
  })
  await using folder = await temporaryFolder()
  // Browsers of root run as another user, who must get to their profiles in here.
  await chmod(folder.path, 0o711)
  const at = (name: string): string => join(folder.path, name)
  await mkdir(at('t'))
  await writeFile(at('program'), `#!/bin/sh\nexec '${process.execPath}' '${ENTRY}' "$@"\n`, { mode: 0o755 })
  const url = `https://localhost:${server.port}/shop?item=1`
  const child = spawn('bash', [resolve(import.meta.dirname, '../../../scripts/action.sh')], {
    cwd: folder.path,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environment({
      TMPDIR: at('t'),
      TOWLINE_PROGRAM: at('program'),
      GITHUB_STEP_SUMMARY: at('summary'),
      CHECK_URL: url,
      CHECK_ASSERT: 'h2 > 0.001\nh3 > 1000',
      CHECK_ARGUMENTS: [
        `--ca=${trust.caFile}`,
        '--allow-address=127.0.0.0/8,::1/128',
        ...['--pause=1ms', '--busy-limit=1', '--no-capture'],
      ].join('\n'),
    }),
  })
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ])
  assert.equal(code, 1, stderr + stdout)
  const out = at('towline-check')
  const result = checkSchema.parse(JSON.parse(await readFile(join(out, 'check.json'), 'utf8')))
  assert.equal(result.url, url)
  assert.deepEqual([result.speaks.h1, result.speaks.h2, result.speaks.h3], [true, true, true])
  assert.deepEqual(
    result.assertions.map((each) => each.result),
    ['met', 'missed'],
  )
  assert.match(await readFile(join(out, 'check.xml'), 'utf8'), /failures="1" errors="0" skipped="0"/)
  assert.match(await readFile(at('summary'), 'utf8'), /^ {4}assert h3 > 1000: missed \(gain /m)
  const names = await readdir(out)
  assert.ok(
    names.some((name) => /^localhost_\d+_shop_item_1-[0-9a-f]{8}\.html$/.test(name)),
    names.join(),
  )
  const page = await readFile(join(out, names.find((name) => name.endsWith('.html')) ?? ''), 'utf8')
  for (const name of ['HTTP/2', 'HTTP/3']) {
    const verdict = new RegExp(`${name}( is (faster|slower) than| and) HTTP/1\\.1.*, 6 rounds\\)`)
    assert.match(stdout, verdict)
    assert.match(page, verdict)
  }
  const { campaign, samples } = await readCampaign(join(out, 'localhost.sqlite'))
  assert.equal(campaign.state, 'finished')
  for (const arm of ['h1', 'h2', 'h3']) {
    const valid = samples.filter((sample) => sample.arm === arm && sample.state === 'valid')
    assert.ok(valid.length >= 6, arm)
    for (const { finalUrl } of valid) assert.equal(finalUrl, url)
  }
})
