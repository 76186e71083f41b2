import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPlanFile } from '../../../cli/lab/lab-plan-file.ts'
import { planCsv, planText } from '../../../cli/lab/lab-plan-text.ts'
import type { PlanReport } from '../../../cli/lab/plan-report.ts'
import { estimatePlan } from '../../../lab/plan/estimate.ts'
import { csvObjects } from '../probe/csv.ts'

/** A plan of the project's own, with what the machine lacks. */
async function reportOf(lacks: PlanReport['lacks']): Promise<PlanReport> {
  const plan = await readPlanFile('quick', {})
  return { plan, estimate: estimatePlan(plan), lacks }
}

test('a plan shows its factors, baseline, cells, samples and time', async () => {
  const report = await reportOf(null)
  const text = planText(report)
  assert.match(text, /^quick: /)
  assert.match(text, /\narms {5}.*\(baseline\)/)
  assert.match(text, new RegExp(`\\ncells {4}${report.estimate.cells}(\\n|,)`))
  assert.match(text, new RegExp(`\\nsamples {2}${report.estimate.samples}: `))
  assert.match(text, /see --dry-run$/)
})

test('what the machine lacks is distinguished by whether the plan needs it', async () => {
  assert.match(planText(await reportOf([])), /this machine lacks nothing for it$/)
  const lacks = [
    { what: 'tshark', fatal: false },
    { what: 'netem', fatal: true },
  ] as PlanReport['lacks']
  assert.match(planText(await reportOf(lacks)), /this machine lacks:\n {2}useful: tshark\n {2}needed: netem$/)
})

test('texts of a plan cannot move the cursor', async () => {
  const report = await reportOf(null)
  const text = planText({ ...report, plan: { ...report.plan, title: 'a\u001b[2J' } })
  assert.ok(!text.includes('\u001b'))
})

test('CSV has a line for each cell, with its factors and arms', async () => {
  const { plan } = await reportOf(null)
  const rows = csvObjects(`${planCsv(plan)}\n`)
  assert.equal(rows.length, plan.cells.length)
  assert.equal(rows[0]?.arms, plan.cells[0]?.arms.applied.join(' '))
  assert.equal(rows[0]?.rttMs, String(plan.cells[0]?.factors.rttMs))
})
