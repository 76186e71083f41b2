import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPlanFile } from '../../../cli/lab/lab-plan-file.ts'
import { type PlanReport, planText } from '../../../cli/lab/lab-plan-text.ts'
import { estimatePlan } from '../../../lab/plan/estimate.ts'

/** A plan of the project's own, with what the machine lacks. */
async function reportOf(lacks: PlanReport['lacks']): Promise<PlanReport> {
  const plan = await readPlanFile('quick', {})
  return { plan, estimate: estimatePlan(plan), lacks }
}

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
