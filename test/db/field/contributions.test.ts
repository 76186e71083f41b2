import assert from 'node:assert/strict'
import { hash, randomUUID } from 'node:crypto'
import { dataVersion } from '../../../db/connection/data-version.ts'
import type { Database } from '../../../db/connection/database.ts'
import { forgetKeys } from '../../../db/field/contribution-keys.ts'
import {
  type ContributionRow,
  type NewContribution,
  storeContributions,
} from '../../../db/field/contributions.ts'
import { createInvite, inviteHash, listInvites, revokeInvite } from '../../../db/field/field-invites.ts'
import {
  closeStudy,
  listStudies,
  openStudies,
  openStudy,
  studySites,
} from '../../../db/field/field-studies.ts'
import { forgetContributors } from '../../../db/field/forget-contributors.ts'
import { onEveryDatabase, withEveryDatabase } from '../databases.ts'

const DAY = '2026-11-20'

const sha256 = (text: string): string => hash('sha256', text)

function contribution(changes: Partial<ContributionRow> = {}, key = randomUUID() as string): NewContribution {
  return {
    keyHash: sha256(key),
    bodyHash: sha256(JSON.stringify(changes)),
    row: {
      ...{ list: 'sandbox', site: 0, proto: 'h2', day: DAY, browser: 'firefox', major: 153, net: 'unknown' },
      ...{ dnsMs: null, connectMs: 20, handshakeMs: 43, waitMs: 180, receiveMs: 0, dclMs: 400, loadMs: 812 },
      ...{ requests: 10, h1: 1, h2: 6, h3: 2, hidden: 1, reused: false, visit: null },
      cidHash: sha256(randomUUID()),
      ...changes,
    },
  }
}

async function openSandbox(db: Database): Promise<boolean> {
  return openStudy(db, {
    ...{ list: 'sandbox', openedDay: DAY, pilot: null, thresholds: { contributors: 5 } },
    sites: [0, 1, 2].map((site) => ({ site, domain: `site${site}.test` })),
  })
}

async function count(db: Database, table: string): Promise<number> {
  const [row] = await db.query(`SELECT count(*) AS n FROM ${table}`)
  return Number(row?.n)
}

withEveryDatabase('a contribution is stored as it is, under a random number, and counts', async (db) => {
  await openSandbox(db)
  const one = contribution()
  assert.deepEqual(await storeContributions(db, [one], DAY), [{ outcome: 'counted', repeated: false }])
  const [row] = await db.query('SELECT * FROM contributions')
  const { id, reused, ...stored } = row ?? {}
  assert.match(String(id), /^[0-9a-f]{32}$/)
  assert.equal(Boolean(reused), false)
  assert.deepEqual(stored, {
    ...{ list: 'sandbox', site: 0, proto: 'h2', day: DAY, browser: 'firefox', major: 153, net: 'unknown' },
    ...{
      dns_ms: null,
      connect_ms: 20,
      handshake_ms: 43,
      wait_ms: 180,
      receive_ms: 0,
      dcl_ms: 400,
      load_ms: 812,
    },
    ...{
      requests: 10,
      h1: 1,
      h2: 6,
      h3: 2,
      hidden: 1,
      cid_hash: one.row.cidHash,
      excluded: null,
      visit: null,
    },
  })
})

withEveryDatabase(
  'each of a group hears what became of it: new, second vote, repeat, or another with its key',
  async (db) => {
    await openSandbox(db)
    const [first, second] = [contribution(), contribution()]
    const again = contribution({ cidHash: first.row.cidHash })
    assert.deepEqual(
      (await storeContributions(db, [first, second, again], DAY)).map(({ outcome }) => outcome),
      ['counted', 'counted', 'already_counted'],
    )
    const answers = await storeContributions(
      db,
      [again, contribution(), { ...second, bodyHash: sha256('another') }, first],
      DAY,
    )
    assert.deepEqual(answers, [
      { outcome: 'already_counted', repeated: true },
      { outcome: 'counted', repeated: false },
      { outcome: 'key_reused', repeated: false },
      { outcome: 'counted', repeated: true },
    ])
    assert.equal(await count(db, 'contributions'), 3)
    assert.equal(await count(db, 'contribution_keys'), 4)
  },
)

onEveryDatabase('two servers that are sent the same at once store it once', async (database) => {
  await using here = await database.open()
  await using there = await database.open()
  await openSandbox(here)
  const sent = Array.from({ length: 20 }, () => [contribution()])
  const outcomes = await Promise.all(
    sent.flatMap((group) => [storeContributions(here, group, DAY), storeContributions(there, group, DAY)]),
  )
  assert.equal(outcomes.flat().filter(({ repeated }) => repeated).length, 20)
  assert.ok(outcomes.flat().every(({ outcome }) => outcome === 'counted'))
  assert.equal(await count(here, 'contributions'), 20)
})

withEveryDatabase('nothing of a group is stored where one of it cannot be', async (db) => {
  await openSandbox(db)
  await assert.rejects(
    storeContributions(db, [contribution(), contribution({ site: 3 })], DAY),
    /foreign key/i,
  )
  assert.equal(await count(db, 'contributions'), 0)
  assert.equal(await count(db, 'contribution_keys'), 0)
})

withEveryDatabase('what is contributed is not shown: the data’s version stays', async (db) => {
  await openSandbox(db)
  const before = await dataVersion(db)
  const one = contribution()
  await storeContributions(db, [one], DAY)
  await forgetContributors(db, [one.row.cidHash])
  assert.equal(await dataVersion(db), before)
})

withEveryDatabase(
  'who is forgotten leaves no row and no part in a published curve; its cells are noted once for each',
  async (db) => {
    await openSandbox(db)
    const [mine, mineToo, other] = [contribution(), contribution({ site: 1, proto: 'h3' }), contribution()]
    await storeContributions(db, [mine, mineToo, other], DAY)
    const member = (site: number, proto: string, metric: string, cidHash: string): Promise<unknown> =>
      db.query(
        'INSERT INTO field_members (list, site, proto, metric, cid_hash, bin) VALUES (?, ?, ?, ?, ?, 100)',
        ['sandbox', site, proto, metric, cidHash],
      )
    for (const metric of ['load', 'wait']) {
      await member(0, 'h2', metric, mine.row.cidHash)
      await member(0, 'h2', metric, other.row.cidHash)
    }
    const gone = [mine.row.cidHash, mineToo.row.cidHash, sha256('nobody')]
    assert.equal(await forgetContributors(db, gone), 2)
    assert.equal(await forgetContributors(db, gone), 0)
    assert.deepEqual(
      (await db.query('SELECT cid_hash FROM contributions')).map(({ cid_hash }) => cid_hash),
      [other.row.cidHash],
    )
    assert.equal(await count(db, 'field_members'), 2)
    const losses = async (): Promise<unknown> =>
      (await db.query('SELECT site, proto, contributors FROM field_losses')).map((row) => Object.values(row))
    assert.deepEqual(await losses(), [[0, 'h2', 1]])
    await forgetContributors(db, [other.row.cidHash])
    assert.deepEqual(await losses(), [[0, 'h2', 2]])
  },
)

withEveryDatabase('keys are forgotten by the day they came', async (db) => {
  await openSandbox(db)
  const old = contribution()
  await storeContributions(db, [old], '2026-11-05')
  await storeContributions(db, [contribution()], '2026-11-06')
  assert.equal(await forgetKeys(db, '2026-11-06'), 1)
  assert.equal(await count(db, 'contribution_keys'), 1)
  assert.deepEqual(await storeContributions(db, [old], DAY), [
    { outcome: 'already_counted', repeated: false },
  ])
})

withEveryDatabase('a list has one study, with its sites by number, until it is closed', async (db) => {
  const before = await dataVersion(db)
  assert.equal(await openSandbox(db), true)
  assert.equal(await openSandbox(db), false)
  assert.ok((await dataVersion(db)) > before, 'a study is shown')
  const study = {
    ...{ list: 'sandbox', openedDay: DAY, closedDay: null, pilot: null, sites: 3 },
    thresholds: { contributors: 5 },
  }
  assert.deepEqual(await openStudies(db), [study])
  assert.deepEqual((await studySites(db, 'sandbox'))[2], { site: 2, domain: 'site2.test' })
  assert.equal(await closeStudy(db, 'sandbox', '2026-11-21'), true)
  assert.equal(await closeStudy(db, 'sandbox', '2026-11-22'), false)
  assert.deepEqual(await openStudies(db), [])
  assert.deepEqual(await listStudies(db), [{ ...study, closedDay: '2026-11-21' }])
})

withEveryDatabase('a site that is no host name opens no study', async (db) => {
  for (const domain of [
    '<img onerror=1>',
    'javascript:alert(1)',
    '\u202eabc.test',
    'köln.test',
    'a',
    'A.test',
    '-a.test',
  ])
    await assert.rejects(
      openStudy(db, {
        ...{ list: 'sandbox', openedDay: DAY, pilot: null, thresholds: null },
        sites: [
          { site: 0, domain: 'xn--kln-sna.test' },
          { site: 1, domain },
        ],
      }),
      RangeError,
    )
  assert.deepEqual(await listStudies(db), [])
})

withEveryDatabase(
  'an invite’s token is shown once; it is revoked by the token or by its hash',
  async (db) => {
    const [one, two] = [await createInvite(db, 'staff', DAY), await createInvite(db, 'staff', DAY)]
    assert.match(one, /^[\w-]{43}$/)
    assert.notEqual(one, two)
    await createInvite(db, 'others', DAY)
    assert.equal((await listInvites(db)).length, 3)
    assert.deepEqual(
      (await listInvites(db, 'staff')).map(({ tokenHash }) => tokenHash).sort(),
      [inviteHash(one), inviteHash(two)].sort(),
    )
    assert.equal(await revokeInvite(db, one, DAY), true)
    assert.equal(await revokeInvite(db, one, DAY), false)
    assert.equal(await revokeInvite(db, inviteHash(two), DAY), true)
    assert.ok((await listInvites(db, 'staff')).every(({ revokedDay }) => revokedDay === DAY))
  },
)
