"""What people are called by for short, in Spanish, Portuguese and English: a first name, and its short forms.

A short form may be several names' (Pepa, Josefa or María José): it is a hint, and a person decides.
"""

from __future__ import annotations

from collections.abc import Mapping

from audit.people.words import fold

SHORT_FORMS = """
adrian: adri
agustin: tino agus
alberto: beto tito
alejandra: ale sandra jandra
alejandro: ale alex jandro
alexander: alex sandy alec
alfonso: fonso poncho alfon
alfredo: fredo freddy
amparo: amparito
ana: anita aninha nita
ana maria: anamari anama
andrew: andy drew
anthony: tony
antonia: toni tona toninha
antonio: toni tono tonio antonito toninho tonho
arthur: art artie
barbara: barb babs barbie
bartolome: tolo bartolo
beatriz: bea betty bia
benito: beni
benjamin: ben benji benny benja
bernardo: berni nardo
candelaria: cande candela
carla: carlita carlinha
carlos: carlitos charly carlinhos
carmen: carmina carmela carmencita mamen
carolina: caro carol
catalina: cata lina
catherine: cathy kate katie kitty
cayetano: tano
cecilia: ceci cila
charles: charlie chuck
christopher: chris kit
concepcion: concha conchita conchi
consuelo: chelo consu
cristina: cris tina
cristobal: tobal
daniel: dani dan danny
david: davy dave
deborah: deb debbie
diego: dieguito
dolores: lola loli lolita
dominic: dom
donald: don donny
edmund: ed eddie ned
eduardo: edu lalo dudu
edward: ed eddie ted teddy ned
eleanor: ellie nell nora
elena: lena nena
elizabeth: liz lizzie beth betty eliza bess
emilia: emi mila
emilio: emi milo
encarnacion: encarna encarni
enrique: quique kike
ernesto: neto
esperanza: espe
eugenia: geni
eugenio: geni
eulalia: lali laia
eva: evita
federico: fede quico
felipe: feli pipe
fermin: fermi
fernanda: fer nanda
fernando: fer nando fernan nano
francesca: fran
francis: frank fran
francisca: paca paquita fran francis chica
francisco: paco pancho curro quico kiko fran chico paquito chisco
frederick: fred freddy
gabriel: gabi gabo biel
gabriela: gabi
gertrudis: tula trudi
gonzalo: gonza chalo
gregorio: goyo
gregory: greg
guadalupe: lupe lupita
guillermo: guille memo guillo
henry: harry hank hal
ignacio: nacho iñaki nacio
inmaculada: inma
isabel: isa isabelita bela chabela belita
isidoro: isi doro
jacinto: cinto
jaime: jimmy jaumet
james: jim jimmy jamie
javier: javi xavi
jennifer: jen jenny
jeronimo: jero
jesus: chus suso chuchu
jesusa: chus
joana: joaninha
joao: joaozinho
joaquin: quino ximo joaco
joaquina: quina
john: jack johnny
jonathan: jon
jorge: jorgito coque
jose: pepe pepito ze zezinho josito chepe
jose antonio: josean
jose luis: joselu
jose manuel: josema
jose maria: chema josemari
jose miguel: josemi
josefa: pepa pepi fina fefa
josefina: fina pepa
joseph: joe joey
josephine: jo josie
juan: juanito juancho
juan carlos: juanca
juan jose: juanjo
juan manuel: juanma
juana: juanita
julian: juli
katherine: kate kathy katie kit kitty
kenneth: ken kenny
lawrence: larry
leocadia: leo cadia
leonardo: leo
leonor: leo nora
leopoldo: leo polo
lorenzo: loren lencho
lourdes: lurdes lou
lucia: luci lucy lu
luis: lucho luisito luisinho
luisa: luisita
luiz: lula luizinho
magdalena: magda lena malena
manuel: manolo manu lolo manolito manuelito neco
manuela: manoli manola manuelita nela
margaret: maggie meg peggy marge margie
margarita: marga rita margui
maria: mari mariquita mariinha maruja
maria angeles: mariangeles angelines
maria cristina: maricris
maria del carmen: maricarmen mamen
maria del mar: marimar
maria dolores: mariloli lola
maria isabel: maribel marisa
maria jesus: chus
maria jose: majo pepa mariajo
maria luisa: marisa malu
maria teresa: maite mariate
maria victoria: mariví mavi
mariano: nano
matilde: mati tilde
matthew: matt
mercedes: merche merceditas meche
michael: mike mick mickey
miguel: migue miguelito miguelinho
miguel angel: miguelan
milagros: mila milagritos
monserrat: montse
montserrat: montse
natalia: nati talia
natividad: nati
nicholas: nick nicky
nicolas: nico colas
pablo: pablito
patricia: patri pat patty trish
patrick: pat paddy
paul: paulie
pedro: perico pedrito pedrinho
pilar: pili piluca pilarica
purificacion: puri
rafael: rafa fali
ramon: moncho mon ramoncito
ramona: mona
raquel: raque quela
raymond: ray
rebecca: becky becca
remedios: reme
ricardo: ricky richi cardo
richard: rick dick rich richie
robert: bob bobby rob robbie bert
roberto: rober beto
rocio: chio
rodrigo: rodri
ronald: ron ronnie
rosa: rosita rosinha
rosario: charo chayo
salvador: salva chava
samuel: sam sammy samu
santiago: santi chago iago
sebastian: sebas bastian tian
sergio: sergi checo
sofia: sofi
soledad: sole
stephen: steve
susan: sue susie
susana: susi susa
teofilo: teo
teodoro: teo doro
teresa: tere teresita maite
theodore: ted teddy theo
thomas: tom tommy
tomas: tomasito
trinidad: trini
urbano: urba
valentina: vale tina
vicenta: centa
vicente: chente vicen
victor: vito
victoria: vicky viqui toya
virginia: virgi gina
walter: walt wally
william: bill billy will willie liam
"""
"""A line for each name: the name, and its short forms."""


def _families() -> Mapping[str, frozenset[str]]:
    """By a name or a short form, folded: the long names that it may stand for."""
    found: dict[str, set[str]] = {}
    for line in SHORT_FORMS.strip().splitlines():
        long, short = line.split(":")
        for each in (long, *short.split()):
            found.setdefault(fold(each), set()).add(fold(long))
    return {name: frozenset(longs) for name, longs in found.items()}


LONG_NAMES = _families()
