import type { PolicyTable } from './policy-section.ts'

export const collectedData: PolicyTable = {
  caption: 'Data that we collect',
  columns: ['Data', 'How it is collected', 'Lawful basis'],
  rows: [
    [
      'Identity of residents: name, room, floor, record numbers, dates of admission and discharge',
      'Entered by the facility’s staff, or imported from its health record system',
      'Performance of the contract of care; legitimate interest of the facility in caring safely',
    ],
    [
      'Health data of residents: respiration rate, movement of the chest, presence and time in bed, scores derived from them',
      'Measured without contact by sensors in the resident’s room',
      'Provision of health or social care (Article 9(2)(h) UK GDPR and GDPR), or explicit consent where the law asks for it',
    ],
    [
      'Care records: flags and their reasons, change notes, face sheets, alerts and who was told of them',
      'Written or uploaded by the facility’s staff; alerts are derived from measurements',
      'Provision of health or social care; legal obligation to keep records of care',
    ],
    [
      'Account data of users: name, e-mail address, telephone number, role, facilities, professional credentials',
      'Given by the user or by an administrator when the account is made',
      'Performance of the contract with the facility; legitimate interest in controlling access',
    ],
    [
      'Profile data of members: date of birth, gender, weight, height',
      'Given by the member or by a provider on the member’s behalf',
      'Consent, which can be withdrawn at any time',
    ],
    [
      'Security data: sign-ins and attempts, network address, kind of browser, which records were opened or changed',
      'Recorded by the portal as it is used',
      'Legal obligation to protect health data; legitimate interest in finding misuse',
    ],
    [
      'Usage counts: how often each page is opened a day, by role',
      'Counted by the portal; without names, addresses or third parties',
      'Legitimate interest in improving the portal; the counts identify nobody',
    ],
  ],
}

export const recipients: PolicyTable = {
  caption: 'Recipients of data',
  columns: ['Recipient', 'Activity', 'Sector', 'Location'],
  rows: [
    [
      'The resident’s care facility and its medical group',
      'Caring for residents, watching their respiration, keeping care records',
      'Health and social care',
      'Country of the facility',
    ],
    [
      'Providers linked to a member or resident',
      'Assessing measurements, advising on care',
      'Health care',
      'Country of the provider',
    ],
    [
      'Hosting and storage providers',
      'Running servers and storing files for us, under our instructions',
      'Information technology',
      'Region agreed with the facility; United States (us-east-1) where none is agreed',
    ],
    [
      'Mail and SMS gateways',
      'Delivering codes, invitations, alerts and reports',
      'Telecommunications',
      'Country of the gateway that the operator has configured',
    ],
    [
      'Health record systems that a facility connects',
      'Importing residents, and reading their respiration rates, at the facility’s request',
      'Health information technology',
      'As agreed between the facility and its supplier',
    ],
    [
      'Authorities, courts and professional advisers',
      'Meeting legal obligations, establishing or defending claims',
      'Public administration and law',
      'Country whose law applies',
    ],
  ],
}
