import assert from 'node:assert/strict' import { writeFile } from 'node:fs/promises' import { join } from 'node:path' import {
mock, type TestContext, test } from 'node:test' import { openDatabase } from '../../../db/connection/open.ts' import {
contributionTallies } from '../../../db/field/contribution-rows.ts' import { listInvites } from
'../../../db/field/field-invites.ts' import { listStudies, studySites } from '../../../db/field/field-studies.ts' import {
addDays } from '../../../stats/field/days.ts' import { contribute, contributeCrowd, FIELD_WEEK } from
'../../db/field/field-contributions.ts' import { csvObjects } from '../probe/csv.ts' import { addSurvey } from
'../survey/survey-database.ts' import { type Ended, linesOf, temporaryFolder, towlineHere } from '../towline.ts'

const SITES = ['one.test', 'two.test', 'three.test'].map((domain) => ({ domain })) const WEEK = FIELD_WEEK const TODAY =
addDays(WEEK, 2) // The day counts: loads of `contribute` came in this week, and their keys are kept for two.
mock.timers.enable({ apis: ['Date'], now: Date.parse(`${TODAY}T12:00:00Z`) })

interface Operator extends AsyncDisposable {
  readonly database: string
  run(...args: string[]): Promise<Ended>
  /** The same, which must go well; resolves to what it printed. */
  said(...args: string[]): Promise<string>
}

/** An operator's database with a survey of three sites, of no Tranco list. */
async function operator(t: TestContext): Promise<Operator> {
  const folder = await temporaryFolder()
  const database = join(folder.path, 'field.sqlite')
  await addSurvey(database, SITES)
  const run = (...args: string[]): Promise<Ended> =>
    towlineHere(t, ['contributions', ...args, '--database', database])
  return {
    database,
    run,
    async said(...args) {
      const { code, stdout, stderr } = await run(...args)
      assert.deepEqual({ code, stderr }, { code: 0, stderr: '' }, args.join(' '))
      return stdout
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  }
}

test('a study is opened for the sites of a survey, numbered by their ranks, and closed', async (t) => {
  await using field = await operator(t)
  assert.match(
    await field.said('open', '--survey', '1', '--list', 'sandbox', '--top', '2'),
    /^the study sandbox is open to everybody: 2 sites of survey 1\n$/,
  )
  await using db = await openDatabase({ url: field.database, readOnly: true })
  assert.deepEqual(await studySites(db, 'sandbox'), [
    { site: 0, domain: 'one.test' },
    { site: 1, domain: 'two.test' },
  ])
  const again = await field.run('open', '--list', 'sandbox')
  assert.equal(again.code, 64)
  assert.match(again.stderr, /there is a study of sandbox already/)
  assert.equal(await field.said('close', 'sandbox'), 'the study sandbox is closed\n')
  assert.match((await listStudies(db))[0]?.closedDay ?? '', /^20\d\d-\d\d-\d\d$/)
  assert.equal((await field.run('close', 'sandbox')).code, 66)
})

test('what is no list, week, survey or site is reported in one line', async (t) => {
  await using field = await operator(t)
  for (const [args, code, message] of [
    [['open', '--list', 'x/y'], 64, /--list .* 4 to 16 letters and digits/],
    [['open', '--survey', '7', '--list', 'sandbox'], 66, /holds no survey 7/],
    [['open', '--pilot', '../x', '--list', 'sandbox'], 64, /--pilot .* a name of letters/],
    [['release'], 66, /has no study yet: open one/],
    [['release', '--week', '2026-W54'], 64, /--week .* a week such as 2026-W47/],
    [['release', '--week', '2025-W53'], 64, /--week .* a week such as 2026-W47/],
    [['release', '--week', '2026-02-30'], 64, /--week .* a week such as 2026-W47/],
    [['release', '--losses', '--week', '2026-W47'], 64, /cannot be used with option/],
    [['forget'], 64, /name pseudonyms, or a file of them/],
    [['forget', 'secret-of-somebody'], 64, /pseudonym 1 is none/],
    [['invite', '--pilot', 'lab'], 66, /there is no study of the pilot 'lab'/],
    [['revoke', 'x'], 66, /there is no such invite/],
    [['export', '--list', 'sandbox'], 66, /has no release of sandbox/],
  ] as const) {
    const ended = await field.run(...args)
    assert.equal(ended.code, code, `${args.join(' ')}: ${ended.stderr}`)
    assert.match(ended.stderr, message)
    assert.equal(linesOf(ended.stderr).filter((line) => line !== '(see --help)').length, 1)
    // A pseudonym is a secret, also one that is mistyped.
    assert.doesNotMatch(ended.stderr, /secret-of/)
  }
})

test('a release is made once a week, says what came of it, and its curves are exported', async (t) => {
  await using field = await operator(t)
  await field.said('open', '--list', 'sandbox')
  assert.match(await field.said('release'), /^sandbox: nobody contributed in the weeks before /)
  {
    await using db = await openDatabase({ url: field.database })
    await contributeCrowd(db, 20, { week: WEEK })
    await contributeCrowd(db, 19, { week: WEEK, site: 1 })
  }
  assert.equal(
    await field.said('release'),
    `sandbox: release of ${WEEK}: 7 curves of 1 site (7 made, 0 kept as too few have changed, 0 held for a leap), 35 withheld\n`,
  )
  assert.match(await field.said('release'), /is there already, and stays as it is/)
  assert.match(await field.said('release', '--losses'), /^sandbox: no published curve lost anybody\n$/)
  const before = await field.run('release', '--week', addDays(WEEK, -7))
  assert.match(before.stderr, /none is made before it/)
  const after = await field.run('release', '--week', addDays(WEEK, 7))
  assert.match(after.stderr, /has not started/)

  const rows = csvObjects(await field.said('export', '--list', 'sandbox'))
  const load = rows.find(({ metric }) => metric === 'load')
  assert.deepEqual(
    [rows.length, load?.domain, load?.protocol, load?.contributors, load?.made_in],
    [7, 'one.test', 'h2', '20', WEEK],
  )
  // Moved for each, like their times: about 60.
  assert.ok(Math.abs(Number(load?.samples) - 60) < 30, String(load?.samples))
  const bins = (load?.bins ?? '').split(' ').map((bin) => Number(bin.split(':')[1]))
  assert.equal(
    bins.reduce((sum, n) => sum + n, 0),
    20,
  )
  const json = JSON.parse(await field.said('export', '--list', 'sandbox', '--format', 'json'))
  assert.equal(json.cells.length, 7)
  assert.doesNotMatch(JSON.stringify(json) + JSON.stringify(rows), /two\.test|[0-9a-f]{64}/)
})

test('who asks the operator is forgotten, by the line or by a file, and curves follow', async (t) => {
  await using field = await operator(t)
  await field.said('open', '--list', 'sandbox')
  // Ten of them leave: as many as have to change in the weeks after a quarter's turn.
  const cids = Array.from({ length: 35 }, (_, i) => `${String(i).padStart(2, '0')}${'x'.repeat(41)}`)
  {
    await using db = await openDatabase({ url: field.database })
    const days = [1, 2, 3].map((days) => addDays(WEEK, -days))
    await contribute(
      db,
      cids.flatMap((who) => days.map((day) => ({ who, day }))),
    )
  }
  await field.said('release')
  const file = join(field.database, '..', 'cids.txt')
  await writeFile(file, `${cids.slice(1, 10).join('\r\n')}\n\n`)
  assert.equal(
    await field.said('forget', cids[0] ?? '', '--file', file),
    '30 contributions of 10 pseudonyms deleted\n',
  )
  assert.match(await field.said('stats'), /1 cell lost a contributor/)
  assert.equal(
    await field.said('release', '--losses'),
    'sandbox: 7 curves recomputed without those who left, 0 withheld\n',
  )
  const rows = csvObjects(await field.said('export', '--list', 'sandbox'))
  assert.deepEqual(new Set(rows.map(({ contributors }) => contributors)), new Set(['25']))
  assert.equal(await field.said('forget', cids[0] ?? ''), '0 contributions of 1 pseudonym deleted\n')
})

test('an invite’s token is printed once and kept nowhere, and is worth nothing once revoked', async (t) => {
  await using field = await operator(t)
  assert.match(
    await field.said('open', '--list', 'pilot1', '--pilot', 'lab', '--contributors', '4', '--samples', '8'),
    /open to who has an invite of the pilot lab/,
  )
  const token = (await field.said('invite', '--pilot', 'lab')).trim()
  assert.match(token, /^[A-Za-z0-9_-]{43}$/)
  await using db = await openDatabase({ url: field.database, readOnly: true })
  assert.deepEqual((await listStudies(db))[0]?.thresholds, {
    contributors: 4,
    heaviestShare: 0.25,
    samples: 8,
  })
  const [invite] = await listInvites(db)
  assert.deepEqual([invite?.pilot, invite?.revokedDay], ['lab', null])
  assert.notEqual(invite?.tokenHash, token)
  // It may begin with a hyphen.
  const revoked = await towlineHere(t, ['contributions', 'revoke', '--database', field.database, '--', token])
  assert.deepEqual([revoked.code, revoked.stdout], [0, 'the invite is revoked\n'])
  assert.notEqual((await listInvites(db))[0]?.revokedDay, null)
})

test('where the newest day of the data is long ago, nothing is released by hand without --yes', async (t) => {
  await using field = await operator(t)
  await field.said('open', '--list', 'sandbox')
  {
    await using db = await openDatabase({ url: field.database })
    await contribute(db, [{ who: 'a', day: addDays(TODAY, -50) }])
  }
  const { code, stderr } = await field.run('release')
  assert.equal(code, 65, stderr)
  assert.match(stderr, /nothing is released: it is .* by the clock, and the newest day .* say --yes/)
  assert.match(await field.said('release', '--yes'), /^sandbox: /)
})

test('what is too old is purged, and the operator sees what came in by day and protocol', async (t) => {
  await using field = await operator(t)
  await field.said('open', '--list', 'sandbox')
  {
    await using db = await openDatabase({ url: field.database })
    await contribute(db, [
      { who: 'a', day: '2024-01-31' },
      { who: 'a', day: TODAY },
      { who: 'b', day: TODAY, reused: true },
    ])
  }
  assert.equal(await field.said('purge'), '2024-01: 1 contribution deleted\n1 key deleted\n')
  assert.match(await field.said('purge'), /^no contribution is of before 20\d\d-\d\d-01\n/)
  const [row] = csvObjects(await field.said('stats', '--format', 'csv'))
  assert.deepEqual(
    { ...row },
    {
      list: 'sandbox',
      day: TODAY,
      protocol: 'h2',
      loads: '2',
      pseudonyms: '2',
      sites: '1',
      reused: '1',
      excluded: '0',
    },
  )
  const { studies, tallies } = JSON.parse(await field.said('stats', '--format', 'json'))
  assert.deepEqual([studies[0].list, studies[0].release, tallies.length], ['sandbox', null, 1])
  await using db = await openDatabase({ url: field.database, readOnly: true })
  assert.equal((await contributionTallies(db, '2000-01-01')).length, 1)
})
