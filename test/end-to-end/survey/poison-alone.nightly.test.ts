import { test } from 'node:test'
import { surveyWithDeadlySite } from './deadly-survey.ts'

test('a site at which a worker dies is visited alone, then given up, and all others are right', () =>
  surveyWithDeadlySite(24, 1))
