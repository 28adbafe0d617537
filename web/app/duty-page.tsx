import { DutyPage as Page } from '../duties/duty-page.tsx'
import { OwnChannels } from '../duties/own-channels.tsx'
import { kindLabels, severityLabels } from '../notifications/notification-words.ts'
import { ThisBrowser } from '../push-subscriptions/this-browser.tsx'
import { deviceText } from '../users/user-words.ts'

/** Duty and channels: the words of notifications are theirs (AN-3, AN-7, AN-8). */
export const DutyPage = () => (
  <Page>
    <OwnChannels kindText={(kind) => kindLabels[kind]()} severityText={(severity) => severityLabels[severity]()} />
    <ThisBrowser deviceText={deviceText} />
  </Page>
)
