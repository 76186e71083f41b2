import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder, towline } from '../../cli/towline.ts'
import { onOwnPostgres } from '../../db/postgres-server.ts'
import { makeAuthority } from '../../servers/certificates.ts'
import { localWorker } from './fleet-command.ts'

const DAY_MS = 86_400_000
const EXPIRED = {
  notBefore: new Date(Date.now() - 7 * DAY_MS),
  notAfter: new Date(Date.now() - DAY_MS),
} as const
const SUBJECT = { commonName: 'database' }
const OTHER_HOST = /not in the cert's list/

onOwnPostgres(
  'a database on another machine whose certificate is not right is refused by every command in one line',
  async (server) => {
    await using folder = await temporaryFolder()
    const ours = makeAuthority()
    const stranger = makeAuthority()
    const root = join(folder.path, 'ca.pem')
    await writeFile(root, ours.ca)
    // Of this server alone, though its port is everybody's; written so, it is no address of the loopback interface to us.
    const address = `127.77.${randomInt(256)}.${randomInt(1, 255)}`
    const url = `postgres://towline:secret@db.example/postgres?host=::ffff:${address}&sslrootcert=${root}`
    const altNames = `IP:::ffff:${address}`
    const run = (...args: readonly string[]) =>
      towline(args, { cwd: folder.path, env: { DATABASE_URL: url } })
    const refused = async (why: RegExp, ...args: readonly string[]): Promise<void> => {
      const { code, stdout, stderr } = await run(...args)
      assert.deepEqual([code, stdout], [78, ''], `${args.join(' ')}: ${stderr}`)
      assert.match(stderr, /^towline: the certificate of the database server of .* is not right: .*\n$/)
      assert.match(stderr, why)
      assert.doesNotMatch(stderr, /secret/)
    }
    const worker = ['worker', '--vantage', 'here', '--takes', 'survey']

    const wrong = [
      { why: /self-signed certificate/, pair: ours.selfSigned(altNames) },
      { why: /certificate has expired/, pair: ours.leaf({ altNames, subject: SUBJECT, ...EXPIRED }) },
      { why: /unable to verify|local issuer/, pair: stranger.leaf({ altNames, subject: SUBJECT }) },
      { why: OTHER_HOST, pair: ours.leaf({ altNames: 'DNS:other.example' }) },
    ]
    for (const { why, pair } of wrong) {
      await server.kill()
      await server.start(address, pair)
      await refused(why, ...worker)
    }
    await refused(OTHER_HOST, 'jobs', 'list')
    await refused(OTHER_HOST, 'vantage', 'list')
    await refused(OTHER_HOST, 'survey', 'summary')
    await writeFile(join(folder.path, 'index.html'), '')
    await refused(OTHER_HOST, 'serve', '--port', '0', '--web', folder.path)

    await server.kill()
    await server.start(address, ours.leaf({ altNames, subject: SUBJECT }))
    assert.deepEqual(await run('jobs', 'list', '--format', 'json'), { code: 0, stdout: '[]\n', stderr: '' })
    await using taking = localWorker(url, folder.path, 'here')
    await taking.says('here takes jobs')
    const sessions = await server.query(
      'SELECT DISTINCT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE client_addr IS NOT NULL',
    )
    assert.deepEqual(sessions, [{ ssl: true }])
    taking.child.kill('SIGTERM')
    const { code, stderr } = await taking.ended
    assert.equal(code, 0, stderr)
  },
)
