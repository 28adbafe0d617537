import { chooseChannels, type OwnChannels as Own, readChannels } from '@eupnea/contract/duties.ts'
import type { NotificationKind } from '@eupnea/contract/notification-kinds.ts'
import {
  type ChannelChoice,
  channelsOf,
  choosable,
  type PersonChannel,
  personChannels,
  type Severity,
} from '@eupnea/contract/rules/channels.ts'
import { m } from '@eupnea/texts'
import { Checkbox } from '@mantine/core'
import { useCall, useSend } from '../shared/api.ts'
import { Refusal } from '../shared/form/refusal.tsx'
import { Answer, Panel } from '../shared/panel.tsx'
import styles from './duty-page.module.css'

interface OwnChannelsProps {
  readonly kindText: (kind: NotificationKind) => string
  readonly severityText: (severity: Severity) => string
}

const channelTexts: Readonly<Record<PersonChannel, () => string>> = {
  popup: m.duty_channel_popup,
  sound: m.duty_channel_sound,
  push: m.duty_channel_push,
  sms: m.duty_channel_sms,
  mail: m.duty_channel_mail,
}

/** Which channels notify one of what (AN-8). */
export function OwnChannels(texts: OwnChannelsProps) {
  const own = useCall(readChannels, {})
  return (
    <Panel
      title={m.duty_channels_title()}
      note={own.data && (own.data.is_on_duty ? m.duty_channels_help() : m.duty_channels_off_help())}
    >
      <Answer query={own} label={m.duty_channels_loading()} height={890} isEmpty={() => false} empty={null}>
        {(answer) => <Choices own={answer} {...texts} />}
      </Answer>
    </Panel>
  )
}

const groups = Object.entries(choosable) as [NotificationKind, readonly Severity[]][]

function Choices({ own, kindText, severityText }: OwnChannelsProps & { readonly own: Own }) {
  const choose = useSend(chooseChannels, { invalidates: [readChannels] })
  const { choices, is_on_duty, working } = own
  const toggle = (kind: NotificationKind, severity: Severity, channel: PersonChannel) => {
    const before = channelsOf(choices, kind, severity, is_on_duty)
    const channels = before.includes(channel) ? before.filter((one) => one !== channel) : [...before, channel]
    const others = choices.filter((one) => one.kind !== kind || one.severity !== severity)
    choose.mutate({ choices: [...others, { kind, severity, channels: [...channels] } satisfies ChannelChoice] })
  }
  return (
    <>
      {choose.error && <Refusal error={choose.error} />}
      <div className={styles.channelsScroll}>
        <table className={styles.channels}>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">{m.duty_channels_kind()}</span>
              </th>
              {personChannels.map((channel) => (
                <th key={channel} scope="col">
                  {channelTexts[channel]()}
                  {/* What is ticked below wouldn't arrive. */}
                  {!working.includes(channel) && <small>{m.duty_channel_not_set_up()}</small>}
                </th>
              ))}
            </tr>
          </thead>
          {groups.map(([kind, severities]) => (
            <tbody key={kind}>
              <tr>
                <th scope="rowgroup" colSpan={1 + personChannels.length}>
                  {kindText(kind)}
                </th>
              </tr>
              {severities.map((severity) => (
                <tr key={severity}>
                  <th scope="row">{severityText(severity)}</th>
                  {personChannels.map((channel) => (
                    <td key={channel} data-off={working.includes(channel) ? undefined : true}>
                      <Checkbox
                        aria-label={m.duty_channel_choice({
                          kind: kindText(kind),
                          severity: severityText(severity),
                          channel: channelTexts[channel](),
                        })}
                        checked={channelsOf(choices, kind, severity, is_on_duty).includes(channel)}
                        disabled={choose.isPending}
                        onChange={() => toggle(kind, severity, channel)}
                      />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </div>
    </>
  )
}
