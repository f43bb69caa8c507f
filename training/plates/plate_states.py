"""Designs of North American plates, as facts: the name of the state as it is printed, its style and color, the ground, the ink, the slogan, what
stands between the groups, and the formats of serials (A letter, # digit, a space or hyphen where the groups part).
The format of California since March 2026 is from VehiclesDB (plates/us-ca.yml, vehiclesdb.com, CC BY 4.0)."""
from pathlib import Path

# The columns are described in the file.
TABLE = [line for line in (Path(__file__).parent / 'plate-designs.txt').read_text('utf8').splitlines() if not line.startswith('#')]
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


DESIGNS = [parsed(line) for line in TABLE]
FORMATS = sorted({one.replace('-', '') for design in DESIGNS for one in design['formats']})
CODES = sorted({one['code'] for one in DESIGNS if one['code'] != 'US'}) + ['US', UNKNOWN]
