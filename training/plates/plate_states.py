"""Designs of North American plates, as facts: the name of the state as it is printed, its style and color, the ground, the ink, the slogan, what
stands between the groups, and the formats of serials (A letter, # digit, a space or hyphen where the groups part).
The format of California since March 2026 is from VehiclesDB (plates/us-ca.yml, vehiclesdb.com, CC BY 4.0)."""

# code | name | style: U upper case, T title case, S script, R serif | color of the name | band behind the name or - | ground at top, ground at bottom | ink | slogan
# | between the groups: emblem, dash, dot, none | formats, the first ones most frequent
TABLE = """
AL|Alabama|S|1a2f6b|-|bfd9ef,f4f7f4|101820|SWEET HOME|none|#AAA### ##AA### #A####A ##A##A#
AL|ALABAMA|U|b01c2e|-|f2e6d8,dcebf5|101a3a|Stars Fell on|none|##A#### #####AA AAA####
AK|ALASKA|U|1c3f94|-|f6c542,f4b92f|1c3f94|THE LAST FRONTIER|emblem|AAA-###
AZ|ARIZONA|U|0d6e72|-|cfe6ea,f1c27d|173b2d|GRAND CANYON STATE|none|AAA#### AA##### A#A##A
AR|Arkansas|T|b3202c|-|f5f7fa,c9dff0|14213d|THE NATURAL STATE|emblem|###-AAA AAA-##A AAA-###
CA|California|S|c8202f|-|fbfbf7,fbfbf7|1e2a5a|dmv.ca.gov|none|#AAA### #AAA### ###AAA# #####A# #A##### ##A####
CA|CALIFORNIA|U|e8b23a|-|14213f,14213f|f2bf3d||none|AAA### #AAA###
CO|COLORADO|U|1d5b3a|-|1d5b3a,f3f5f0|1d5b3a||emblem|AAA-### AAA-A## ###-AAA AAA-####
CT|Connecticut|T|1b3c73|-|6fa8d6,f6f8fa|1b3c73|CONSTITUTION STATE|dot|AA-##### ###-AAA A-#####
DE|DELAWARE|U|e3b341|-|15305f,15305f|e7bd4b|THE FIRST STATE|none|###### ##### PC###### CL######
FL|FLORIDA|U|1c6b43|-|f8faf6,e4efdc|1e4a36|SUNSHINE STATE|emblem|AAA-A## ###-AAA A##-#AA AA#-#AA AAA-####
FL|MYFLORIDA.COM|U|1c6b43|-|f8faf6,f8faf6|1e4a36|SUNSHINE STATE|emblem|AAA-A## AA#-#AA ####-AA
GA|GEORGIA|U|1b2f5b|-|f8f4ec,f3cfa8|1a1f2e|georgia.gov|none|AAA#### PXA### AAA####
HI|HAWAII|U|161616|-|f4f8fb,f7f1f1|141414|ALOHA STATE|none|AAA-### AAA###
ID|SCENIC IDAHO|U|b5172f|-|d93b4a,dfe9f5|1a2a55|FAMOUS POTATOES|none|#A-##### A-###### #A-A###A
IL|Illinois|S|1b3f8c|-|a9cfee,fafcff|8c1d2c|Land of Lincoln|none|AA-##### AAA-#### A##-####
IL|ILLINOIS|U|1b3f8c|-|c6def2,ffffff|151b33|Land of Lincoln|none|AA-##### A-###### #####A-A
IN|INDIANA|U|e1a92b|-|f6f6f2,f1efe2|1a2440|IN GOD WE TRUST|none|###AAA ###A AAA### ###AA
IN|INDIANA|U|1d3f7d|-|f7f9fb,dfe8ee|172238|BICENTENNIAL|none|###AAA AAA### TK###AAA
IA|IOWA|U|1d3d78|-|8fbfe0,f6f9fb|15233f|POLK|none|AAA-### ###-AAA AA-####
KS|KANSAS|U|15305f|-|b9d9ec,e7f2f8|15234a||none|###-AAA ####AAA
KY|KENTUCKY|U|1b4a8c|-|9cc4e6,f5f9fc|1a2c4f|UNBRIDLED SPIRIT|none|###-AAA A#A-### AAA-###
KY|KENTUCKY|U|1b4a8c|-|e6eef4,ffffff|1b2b5f|BLUEGRASS STATE|none|###-AAA
LA|Louisiana|S|c02b34|-|fbf3e4,f7e2c4|1e2440|Sportsman's Paradise|emblem|AAA-### ###-AAA A#####
ME|MAINE|U|1f4d2f|-|f6f7f0,e8eedf|1c2b4a|Vacationland|none|####-AA ###-AAA A###### ##-#### ###-####
MD|MARYLAND|U|16181d|-|fafafa,f0d35a|141414|www.maryland.gov|none|#AA#### A##### ##A#### #AA-####
MA|Massachusetts|T|1f3f8a|-|fafafa,f4f4f4|c4242f|The Spirit of America|none|#AAA-## ###-AA# ##A-A## #AA-#A# A##-###
MI|MICHIGAN|U|ffffff|1f4f9a|fbfcfd,fbfcfd|1f3d7a|PURE MICHIGAN|none|AAA-#### #AAA## AA#####
MI|MICHIGAN|U|e8eef8|-|1c2f6f,1c2f6f|f4f6fa|WATER-WINTER WONDERLAND|none|AAA-#### #AA-A##
MN|Minnesota|T|1d3f6f|-|8dc1e3,d9edf7|1c2440|10,000 lakes|emblem|###-AAA AAA-### #AA-###
MS|Mississippi|S|1e3a73|-|e8e2cf,f6f2e4|1a2233|HINDS|emblem|AAA-#### AAA-### HA#-####
MO|MISSOURI|U|1f3f7a|-|c3dcef,f7f9fa|16233d|SHOW-ME STATE|emblem|AA#-A#A AA#-A#A AAA-### ##A-###
MO|MISSOURI|U|ffffff|2a5ea0|f6f8fa,f6f8fa|16233d|BICENTENNIAL|emblem|AA#-A#A #AA-### ###-A#A
MT|MONTANA|U|ffffff|-|1d3f86,2a5aa6|f6f8fa|TREASURE STATE|dash|#-#####A ##-####A AAA###
MT|MONTANA|U|16305e|-|f5f5ee,dfe7ef|152a56|BIG SKY COUNTRY|dash|#-#####A ##-#####
NE|NEBRASKA|U|1d3d66|-|f3efe2,d7e3ec|1b2338|nebraska.gov|none|AAA-### ##-A### #-A####
NV|NEVADA|U|1f3b6d|-|a9cbe4,e8cfa4|1f2b57|HOME MEANS NEVADA|emblem|##A-### ###-A## ###-AAA
NH|NEW HAMPSHIRE|U|1e5a3a|-|f3f7f2,bcd8c3|1c5238|LIVE FREE OR DIE|none|###-#### ####### AA-####
NJ|NEW JERSEY|U|1c1c1c|-|f3d26b,fbf6e2|161616|GARDEN STATE|emblem|A##-AAA AA#-##A XA##AA A##-##A
NM|NEW MEXICO USA|U|f3cf48|-|2b9aa8,2b9aa8|f5d455|LAND OF ENCHANTMENT|dash|AAA-### ###-AAA
NM|NEW MEXICO USA|U|b8242d|-|f2c733,f2c733|b8242d|LAND OF ENCHANTMENT|emblem|###-AAA AAA-A##
NY|NEW YORK|U|f2b632|1a2f63|f2b632,f2b632|1a2f63|EMPIRE STATE|dash|AAA-#### #####-AA ####-AAA
NY|NEW YORK|U|1f3f86|-|f8fafc,f8fafc|1f2f5c|EXCELSIOR|none|AAA-#### #####-AA
NY|NEW YORK|U|ffffff|2b62a8|f8fafc,f8fafc|1f2f5c|THE EMPIRE STATE|emblem|AAA-####
NC|NORTH CAROLINA|U|b8202e|-|eaf3fa,f7fafc|1e3f8c|First in Flight|dash|AAA-#### AA-#### AA#####
NC|NORTH CAROLINA|U|1e3f8c|-|eaf3fa,f7fafc|b8202e|First in Flight|dash|AAA-####
ND|NORTH DAKOTA|U|1f3f6d|-|f3c27a,8fb8da|1b2b4a|Peace Garden State|none|###-AAA
OH|OHIO|U|1c2f6b|-|dfeaf5,ffffff|1a2550|BIRTHPLACE OF AVIATION|none|AAA-#### P##-#### AAA####
OH|OHIO|U|c0262f|-|9ec9e8,d3e2c2|1a2550|BIRTHPLACE OF AVIATION|none|AAA-#### PKA-####
OK|OKLAHOMA|U|b02a30|-|c5dfef,eff5f8|1b2a4a|Explore|emblem|AAA-### ###-AAA #AA-A##
OR|Oregon|T|2d3f8f|-|cfd8ef,e6d8e8|23306d|Pacific Wonderland|emblem|###-AAA AAA-### T######
PA|PENNSYLVANIA|U|ffffff|25438f|f8f9fb,f8f9fb|23306b|visitPA.com|emblem|AAA-#### AA-##### ZAA-####
RI|Rhode Island|S|1c3a6b|-|f3f8fb,b9d7ea|1a2d55|Ocean State|none|AA-### ###-### ######
SC|South Carolina|T|1f4a7f|-|f1d5b0,d6e8f3|15294d|While I Breathe I Hope|emblem|AAA-### ###-#AA P#####
SD|South Dakota|T|b5202e|-|cfdfe9,f3efe4|1b2740|Great Faces. Great Places.|none|#AA-### ##A-### #A#-###
TN|Tennessee|T|1b4a33|-|f5f8f4,7fae86|1b2b24|The Volunteer State|emblem|A##-##A AAA-### ###-AAA H####AA
TN|TENNESSEE|U|ffffff|-|16305f,16305f|f5f8fa|TNVACATION.COM|emblem|AAA-#### ###-AAA
TX|TEXAS|U|151515|-|f7f9fa,f7f9fa|141821|The Lone Star State|emblem|AAA-#### AA#-A### R##-#### ##A-AA# AA#####
TX|TEXAS|U|b8242f|-|a9cfea,f5ead4|18284f|The Lone Star State|emblem|AA#-A### AAA-### ##A-AA#
UT|UTAH|U|2a4f86|-|f3e2c7,f2b184|1d2748|LIFE ELEVATED|none|A##-#AA #A#-#AA ###-#AA
UT|UTAH|U|1c3767|-|cfe4f4,f7fafc|1a2748|GREATEST SNOW ON EARTH|none|A##-#AA ###-AAA
VT|VERMONT|U|f4f6f2|-|1f5a3c,1f5a3c|f4f6f2|Green Mountain State|none|AAA-### AAA### ###A###
VA|VIRGINIA|U|1f3f86|-|f9fafb,f9fafb|1f3672|VIRGINIA IS FOR LOVERS|dash|AAA-#### AA-##### ##-###A TX-#####
WA|WASHINGTON|U|b5202e|-|f5f8fb,b7cfe6|1d3567|EVERGREEN STATE|none|AAA#### ###-AAA A#####A C#####A
WV|West Virginia|T|1b3f86|f0c23c|f7f8f8,f7f8f8|1c336e|Wild, Wonderful|none|#AA-### #A#-### ##A-###
WI|WISCONSIN|U|b5202e|-|eef4f8,dbe8d2|171c26|America's Dairyland|dash|AAA-#### ###-AAA AB-#####
WY|WYOMING|U|5a3a22|-|9fc7e3,e9dcc3|31241c||dash|##-##### #-##### ##-####
WY|WYOMING|U|1e3560|-|e4ebf1,f4f4f2|1c2f57|FOREVER WEST|dash|##-##### #-####
DC|WASHINGTON, DC|U|b5202e|-|f8f9fa,f8f9fa|1f3a7c|TAXATION WITHOUT REPRESENTATION|emblem|AA-#### AA-####
US|U.S. GOVERNMENT|U|1d3367|-|f8f9fa,f8f9fa|1d2b52|FOR OFFICIAL USE ONLY|dash|G##-##### G##-####A
AB|Alberta|T|b5202e|-|f8f9fa,f8f9fa|b5202e|Wild Rose Country|dash|AAA-#### AAA-###
BC|British Columbia|T|1f3f8c|-|f8f9fa,f8f9fa|1f3a80|Beautiful|emblem|AA#-##A ###-AAA AAA-### ####-AA
MB|Manitoba|T|1f3f7c|-|e3eef5,f1f5e6|1d2d55|Friendly|none|AAA-### AA#-###
NB|New Brunswick|R|1d3a6b|-|f8f9fa,f4f4f0|b5202e|Nouveau-Brunswick|none|AAA-### AAA###
NL|Newfoundland Labrador|T|1f4a86|-|f8f9fa,dfeaf2|1b2a52|CANADA|none|AAA-###
NS|NOVA SCOTIA|U|1f3f8c|-|f4f7fa,d8e6f0|1f3a80|CANADA'S OCEAN PLAYGROUND|none|AAA-### ###-AAA
NT|NORTHWEST TERRITORIES|U|1d4f86|-|dfeef7,f7fafc|1b3566|SPECTACULAR|none|######
NU|NUNAVUT|U|1d3f6f|-|cfe0ee,f3efe0|1b2a4a||none|###-### ######
ON|ONTARIO|U|1f4a9a|-|f9fafb,f9fafb|1f4a9a|YOURS TO DISCOVER|emblem|AAAA-### AAA-### AA-#####
ON|ONTARIO|U|151515|-|f9fafb,f9fafb|171717|YOURS TO DISCOVER|emblem|AA-##### ###-#AA A##-##A PA#-###
PE|Prince Edward Island|T|1e5a3a|-|f4f8f3,d9e9d4|1c2b4a|Birthplace of Confederation|none|##-### ###-AA
QC|Québec|R|1f4a9a|-|f9fafb,f9fafb|1f4a9a|Je me souviens|none|AAA-### ###-AAA A##-AAA L######
SK|Saskatchewan|S|1e6b3f|-|f6f8f2,f6f8f2|1e6b3f|Land of Living Skies|none|###-AAA ###AAA
YT|Yukon|R|b5202e|-|f3e7c9,f8f4e6|1c2b5a|The Klondike|none|AAA-##
"""
UNKNOWN = '??'
# Trucks, apportioned and trailers: plainer plates of the same states.
WORK_WORDS = 'APPORTIONED,APPORTIONED,TRUCK,TRAILER,SEMI TRAILER,COMMERCIAL,PERMANENT,APPORTIONED TRAILER,POWER UNIT,FLEET,IRP,PRP,FARM,TRACTOR,WEIGHT FEE PAID,HEAVY TRUCK'.split(',')
WORK_FORMATS = 'P###### P##### A###### AA##### AA###### ####### ###### ##### A##### AA#### ##A#### ###A### #A##### R###### T###### AAA#### ###-#### P##-#### A##-#### ##-#### ####AA #####AA AA-#### X##### #####A'.split()


def color(text):
    return tuple(int(text[i:i + 2], 16) for i in (0, 2, 4))


def parsed(line):
    code, name, style, name_color, band, ground, ink, slogan, between, formats = line.split('|')
    return {'code': code, 'name': name, 'style': style, 'name_color': color(name_color), 'band': None if band == '-' else color(band),
            'ground': [color(one) for one in ground.split(',')], 'ink': color(ink), 'slogan': slogan, 'between': between, 'formats': formats.split()}


DESIGNS = [parsed(line) for line in TABLE.strip().split('\n')]
FORMATS = sorted({one.replace('-', '') for design in DESIGNS for one in design['formats']})
CODES = sorted({one['code'] for one in DESIGNS if one['code'] != 'US'}) + ['US', UNKNOWN]
