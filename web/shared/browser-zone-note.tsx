import { m } from '@eupnea/texts'
import { browserZone } from './form/local-time.ts'
import adminPageStyles from './table/admin-page.module.css'
import { zoneText } from './time.ts'

/** For pages without a single clinic, whose clock people would otherwise read. */
export const BrowserZoneNote = () => (
  <p className={adminPageStyles.adminNote}>{m.common_zone_note({ zone: zoneText(browserZone()) })}</p>
)
