import type { CallOutput } from '@eupnea/contract/call.ts'
import { deviceName } from '@eupnea/contract/device-name.ts'
import { type Device, readDeviceActivity } from '@eupnea/contract/devices.ts'
import { m } from '@eupnea/texts'
import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useCall } from '../shared/api.ts'
import { Caution } from '../shared/caution.tsx'
import { Connection } from '../shared/connection.tsx'
import formStyles from '../shared/form/form.module.css'
import { Rich } from '../shared/rich.tsx'
import { Failed, Loading } from '../shared/states.tsx'
import { ageText, clockSecondsText, dateTimeText, decimalText, now } from '../shared/time.ts'
import { reasonText, whereText } from './device-words.ts'
import styles from './devices.module.css'

/** Fetched again this often while someone installs it, ms. */
const everyMs = 3_000

interface DeviceActivityProps {
  readonly device: Device
  /** of its times */
  readonly zone: string
  readonly onClose: () => void
}

/** What a device has sent lately: whether it speaks, its newest readings, what could not be kept and why (DE-4). */
export function DeviceActivity({ device, zone, onClose }: DeviceActivityProps) {
  const query = useCall(
    readDeviceActivity,
    { device_uid: device.device_uid },
    {
      // With a resident each look is in the audit log: then only when asked for.
      refetchInterval: device.patient_id === null && everyMs,
    },
  )
  const { data, error } = query
  return (
    <Modal opened onClose={onClose} size="lg" title={m.device_activity_title({ device: deviceName(device) })}>
      {!data &&
        (error ? (
          <Failed error={error} retry={() => void query.refetch()} />
        ) : (
          <Loading label={m.device_activity_loading()} />
        ))}
      {data && <Activity activity={data} zone={zone} />}
    </Modal>
  )
}

type Answer = CallOutput<typeof readDeviceActivity>

function Activity({ activity, zone }: { readonly activity: Answer; readonly zone: string }) {
  const { device_uid, device_id, last_seen, fw_version, softap_ssid, target_ssid, readings, malformed, wrong_keys } =
    activity
  return (
    <div className={styles.deviceForm}>
      <dl className={styles.deviceFacts}>
        <Fact name={m.device_list_connection()}>
          <Connection device={activity} />
        </Fact>
        <Fact name={m.device_last_reading()}>
          {last_seen ? ageText(now() - Date.parse(last_seen)) : m.device_no_readings()}
        </Fact>
        {activity.is_change_only && <Fact name={m.device_sends()}>{m.device_sends_changes()}</Fact>}
        {activity.sends_every_seconds !== null && (
          <Fact name={m.device_sends()}>
            {m.device_sends_rarely({ minutes: Math.round(activity.sends_every_seconds / 60) })}
          </Fact>
        )}
        <Fact name={m.device_uid()}>{device_uid}</Fact>
        <Fact name={m.device_mqtt_username()}>{device_id}</Fact>
        <Fact name={m.device_location()}>{whereText(activity)}</Fact>
        <Fact name={m.device_firmware()}>{fw_version ?? '–'}</Fact>
        <Fact name={m.device_presence_range_short()}>
          {m.device_presence_metres({ distance: decimalText(activity.presence_range) })}
        </Fact>
        <Fact name={m.device_setup_network()}>{softap_ssid ?? '–'}</Fact>
        <Fact name={m.device_wifi_network()}>{target_ssid ?? '–'}</Fact>
      </dl>
      {wrong_keys && (
        <Caution>
          {m.device_wrong_keys({
            count: wrong_keys.count,
            time: dateTimeText(wrong_keys.last_at, zone),
            address: wrong_keys.address,
          })}
        </Caution>
      )}
      <section aria-label={m.device_readings_title()}>
        <h3>{m.device_readings_title()}</h3>
        {readings.length === 0 ? (
          <p className={formStyles.formNote}>
            {activity.patient_id === null ? m.device_readings_empty() : m.device_readings_empty_linked()}
          </p>
        ) : (
          <ul className={styles.deviceRows}>
            {readings.map(({ ts, rr, dist }) => (
              <li key={ts}>
                <span className="tabular">{clockSecondsText(ts, zone)}</span>
                <span>{m.device_reading({ rate: decimalText(rr), distance: decimalText(dist) })}</span>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section aria-label={m.device_rejected_title()}>
        <h3>{m.device_rejected_title()}</h3>
        {malformed.length === 0 ? (
          <p className={formStyles.formNote}>{m.device_rejected_empty()}</p>
        ) : (
          <ul className={styles.deviceRows}>
            {malformed.map(({ reason, count, last_at, sample }) => (
              <li key={reason}>
                <span>
                  <Rich
                    parts={m.device_rejected_count.parts({
                      count,
                      reason: reasonText(reason),
                      time: dateTimeText(last_at, zone),
                    })}
                  />
                </span>
                {sample && <code>{sample}</code>}
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
