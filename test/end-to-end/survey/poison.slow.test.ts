import { test } from 'node:test'
import { surveyWithDeadlySite } from './deadly-survey.ts'

test('where two workers share a survey, the one that dies is replaced, and its sites are visited alone by either', () =>
  surveyWithDeadlySite(80, 2))
