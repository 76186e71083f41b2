/// <reference types="chrome" />

// Opened with DevTools, out of sight; the panel is opened when somebody goes there.
chrome.devtools.panels.create('towline', '/icons/32.png', '/devtools/panel.html')
