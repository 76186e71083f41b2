import './styles/theme.css'
import './styles/page.css'
import { part } from './client/part.ts'
import { attachThemeSwitch } from './theme-switch.ts'

// All else of these pages is there without a script, but for the form of checks.
attachThemeSwitch(part(document, '#theme'), document)
if (document.querySelector('#check-form') !== null)
  void import('./check-form.ts').then(({ attachCheckForm }) => attachCheckForm(document, window))
