import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { chmod, mkdir, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { checkSchema } from '../../../cli/check/check-json.ts'
import { AS_ELSEWHERE, withoutParts } from '../../cli/elsewhere.ts'
import { temporaryFolder, towline } from '../../cli/towline.ts'
import { noBrowser } from '../../crawler/probe/browser/probe-browser.ts'
import { findCaddy, startCaddySite } from '../../servers/caddy.ts'
import { makeTrustFolder } from '../../servers/trust-folder.ts'

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

describe('towline check without optional parts', { skip }, () => {
  const resources = new AsyncDisposableStack()
  let check: (
    env: Readonly<Record<string, string>>,
    ...flags: string[]
  ) => Promise<{
    code: number | null
    stderr: string
    result: ReturnType<typeof checkSchema.parse>
  }>

  before(async () => {
    const trust = resources.use(await makeTrustFolder('DNS:localhost'))
    const server = resources.use(
      await startCaddySite(caddy ?? '', trust.folder, trust.pair, {
        hosts: ['localhost'],
        directives: `respond /robots.txt "User-agent: *"
  header Content-Type text/html
  respond /shop "<!doctype html><title>shop</title>"
  respond 404`,
      }),
    )
    check = async (env, ...flags) => {
      await using folder = await temporaryFolder()
      // Browsers of root run as another user, who must get to their profiles in here.
      await chmod(folder.path, 0o711)
      const at = (name: string): string => join(folder.path, name)
      await mkdir(at('t'))
      const { code, stderr } = await towline(
        [
          ...['check', `https://localhost:${server.port}/shop`, '--ca', trust.caFile],
          ...['--allow-address', '127.0.0.0/8,::1/128', '--busy-limit', '1'],
          ...['--folder', at('checks'), '--cache', at('cache'), '--json', at('check.json')],
          ...flags,
        ],
        {
          cwd: folder.path,
          env: { ...withoutParts(await otherPrograms(at('programs'))), TMPDIR: at('t'), ...env },
        },
      )
      const result = checkSchema.parse(JSON.parse(await readFile(at('check.json'), 'utf8')))
      return { code, stderr, result }
    }
  })
  after(() => resources.disposeAsync())

  test('Chromium speaks HTTP/3 where the survey has no client for it, and the check has its verdict', async () => {
    const { code, stderr, result } = await check({}, '--arms', 'h1,h3')
    assert.equal(code, 0, stderr)
    assert.match(stderr, /^HTTP\/3: unknown, since there is no QUIC client for this platform/m)
    assert.match(stderr, /^no packets are captured \(tcpdump is missing: /m)
    assert.equal(result.speaks.h3, null)
    assert.deepEqual(
      result.arms.map(({ arm, validLoads }) => [arm, validLoads >= 6]),
      [
        ['h1', true],
        ['h3', true],
      ],
    )
  })

  test('on a Mac a private root that the system does not trust is the reason why there is no verdict', async () => {
    const { code, stderr } = await check(AS_ELSEWHERE)
    assert.equal(code, 3, stderr)
    assert.match(stderr, /^--ca is for the survey: the browser trusts what this system trusts/m)
    assert.match(stderr, /^no verdict: .*2 loads of HTTP\/2 left out: tls_cert_untrusted/m)
  })
})
