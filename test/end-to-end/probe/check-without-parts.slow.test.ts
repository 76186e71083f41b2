import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { checkSchema } from '../../../cli/check/check-json.ts'
import { ENTRY } from '../../../cli/options/entry.ts'
import { AS_ELSEWHERE, withoutParts } from '../../cli/elsewhere.ts'
import { environment, temporaryFolder, towline } from '../../cli/towline.ts'
import { noBrowser } from '../../crawler/probe/browser/probe-browser.ts'
import { findCaddy, startCaddySite } from '../../servers/caddy.ts'
import { makeTrustFolder } from '../../servers/trust-folder.ts'
import { readCampaign } from './recorded.ts'

const caddy = findCaddy()
const skip = noBrowser || (caddy === null ? 'no Caddy' : false)

/** Programs of parts: packets, links and namespaces, and what could install them. */
const TAKEN_AWAY = /^(tcpdump|tshark|nft|unshare|nsenter|ip|tc|setpriv|cargo|apt-get)$/

/** A folder with all programs of the machine but those. */
async function otherPrograms(folder: string): Promise<string> {
  await mkdir(folder)
  for (const name of readdirSync('/usr/bin'))
    if (!TAKEN_AWAY.test(name) && existsSync(join('/usr/bin', name)))
      await symlink(join('/usr/bin', name), join(folder, name))
  return folder
}

/** What it takes to check the page of a server of this machine in a folder of its own. */
interface Place extends AsyncDisposable {
  readonly url: string
  /** Words of the command. */
  readonly network: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  at(name: string): string
}

describe('towline check without optional parts', { skip }, () => {
  const resources = new AsyncDisposableStack()
  let place: () => Promise<Place>

  before(async () => {
    const trust = resources.use(await makeTrustFolder('DNS:localhost'))
    const server = resources.use(
      await startCaddySite(caddy ?? '', trust.folder, trust.pair, {
        hosts: ['localhost'],
        directives: `respond /robots.txt "User-agent: *"
  header Content-Type text/html
  respond /shop "<!doctype html><title>shop</title>{query}"
  respond 404`,
      }),
    )
    place = async () => {
      const folder = await temporaryFolder()
      // Browsers of root run as another user, who must get to their profiles in here.
      await chmod(folder.path, 0o711)
      const at = (name: string): string => join(folder.path, name)
      await mkdir(at('t'))
      return {
        url: `https://localhost:${server.port}/shop?item=1`,
        network: [`--ca=${trust.caFile}`, '--allow-address=127.0.0.0/8,::1/128', '--busy-limit=1'],
        cwd: folder.path,
        env: { ...withoutParts(await otherPrograms(at('programs'))), TMPDIR: at('t') },
        at,
        [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
      }
    }
  })
  after(() => resources.disposeAsync())

  test('the action checks a page under all three protocols, HTTP/3 where the survey has no client for it, and fails on a shown miss', async () => {
    await using here = await place()
    const { at, url } = here
    await writeFile(at('program'), `#!/bin/sh\nexec '${process.execPath}' '${ENTRY}' "$@"\n`, {
      mode: 0o755,
    })
    const child = spawn('bash', [resolve(import.meta.dirname, '../../../scripts/action.sh')], {
      cwd: here.cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: environment({
        ...here.env,
        TOWLINE_PROGRAM: at('program'),
        GITHUB_STEP_SUMMARY: at('summary'),
        CHECK_URL: url,
        CHECK_ASSERT: 'h2 > 0.001\nh3 > 1000',
        CHECK_ARGUMENTS: [...here.network, '--pause=1ms', `--cache=${at('cache')}`].join('\n'),
      }),
    })
    const [stdout, stderr, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit') as Promise<[number | null]>,
    ])
    assert.equal(code, 1, stderr + stdout)
    assert.match(stderr, /^HTTP\/3: unknown, since there is no QUIC client for this platform/m)
    assert.match(stderr, /^no packets are captured \(tcpdump is missing: /m)
    const out = at('towline-check')
    const result = checkSchema.parse(JSON.parse(await readFile(join(out, 'check.json'), 'utf8')))
    assert.equal(result.url, url)
    assert.deepEqual([result.speaks.h1, result.speaks.h2, result.speaks.h3], [true, true, null])
    assert.deepEqual(
      result.assertions.map((each) => each.result),
      ['met', 'missed'],
    )
    assert.match(await readFile(join(out, 'check.xml'), 'utf8'), /failures="1" errors="0" skipped="0"/)
    assert.match(await readFile(at('summary'), 'utf8'), /^ {4}assert h3 > 1000: missed \(gain /m)
    const names = await readdir(out)
    const pageName = names.find((name) => name.endsWith('.html')) ?? ''
    assert.match(pageName, /^localhost_\d+_shop_item_1-[0-9a-f]{8}\.html$/, names.join())
    const page = await readFile(join(out, pageName), 'utf8')
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

  test('on a Mac a private root that the system does not trust is the reason why there is no verdict', async () => {
    await using here = await place()
    const folders = ['--folder', here.at('checks'), '--cache', here.at('cache')]
    const { code, stderr } = await towline(['check', here.url, ...here.network, ...folders], {
      cwd: here.cwd,
      env: { ...here.env, ...AS_ELSEWHERE },
    })
    assert.equal(code, 3, stderr)
    assert.match(stderr, /^--ca is for the survey: the browser trusts what this system trusts/m)
    assert.match(stderr, /^no verdict: .*2 loads of HTTP\/2 left out: tls_cert_untrusted/m)
  })
})
